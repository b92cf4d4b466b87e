/** Plays six weeks of an academy in which nothing fails, which makes a database for tests and for trying the desk. */
import { addDays, type Day, lagosTime } from "~/domain/dates/day.ts";
import { openDatabase } from "../fixtures/sqlite-database.ts";
import { drawFirstPayments, drawVisitor, NAMES, type Plan, type VisitorPlan, type Want } from "./plan.ts";
import { QUIET, type Random, seededRandom } from "./random.ts";
import { playWorld } from "./run.ts";
import { DAY, HOUR } from "./trouble.ts";
import { drawLater, drawWholePlan, type LaterPayment } from "./whole-plan.ts";
import { World } from "./world.ts";

const LEARNERS = 200;
const DAYS = 45;

interface Kind {
  readonly cohort: "cohort-8" | "cohort-9";
  /** In days after the first one, as what follows. */
  readonly firstClass: number;
  readonly opens: number;
  /** What happens at the checkout. */
  readonly story: "pays" | "closes it";
  /** The payment after the first one; null for none. */
  readonly later: LaterPayment["choice"] | null;
}

/** In the end the second of the installments, due after a month, has been late for some days. */
const eight = { cohort: "cohort-8", firstClass: 8, opens: 0, story: "pays" } as const;
/** Late, going on, complete; and one who left the checkout, since a learner who never pays is forgotten after a month. */
const KINDS: readonly Kind[] = [
  { ...eight, later: null },
  { ...eight, later: "the next" },
  { ...eight, later: "all" },
  { cohort: "cohort-9", firstClass: 66, opens: DAYS - 5, story: "closes it", later: null },
];

/**
 * Plays 200 learners, and writes the database of their edge to a file.
 * @param today the day up to which it is played
 * @param file of SQLite; must not be there yet
 */
export async function playCohort(today: Day, file: string): Promise<void> {
  const start = addDays(today, -DAYS);
  const random = seededRandom(8, 1);
  const learners = Array.from({ length: LEARNERS }, (_, learner) => learner);
  const plan: Plan = {
    ...drawFirstPayments(QUIET),
    names: learners.map((learner) => NAMES[Math.floor(learner / KINDS.length) % NAMES.length] ?? ["", ""]),
    visitors: learners.map((learner) =>
      visitorOf(random, start, learner, KINDS[learner % KINDS.length] as Kind),
    ),
    payouts: [],
    days: DAYS,
  };
  const world = new World(plan, random, lagosTime(start, 8), openDatabase());
  await playWorld(world);
  await world.database.prepare("VACUUM INTO ?").bind(file).run();
}

function visitorOf(random: Random, start: Day, learner: number, kind: Kind): VisitorPlan {
  const { cohort, opens, story, later } = kind;
  const stories = { NGN: [story], USD: [story] };
  const firstClass = addDays(start, kind.firstClass);
  const want: Want = {
    type: "registration",
    courseId: "devops-full",
    inSeveral: { planId: "five-installments", cohort, firstClass },
  };
  const opensAt = opens * DAY + random.between(0, 10 * HOUR);
  const visitor: VisitorPlan = {
    ...drawVisitor(QUIET, { learner, want, opensAt }),
    country: "Nigeria",
    stories,
  };
  if (!later) return visitor;
  // Some days before it is due.
  const day = -random.between(1, 3);
  const time = random.between(8 * HOUR, 14 * HOUR);
  const payment: LaterPayment = { ...drawLater(QUIET, 0), day, time, choice: later, stories };
  return { ...visitor, wholePlan: { ...drawWholePlan(QUIET), payments: [payment] } };
}
