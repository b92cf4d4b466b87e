/** Plays six weeks of an academy in which nothing fails, which makes a database for tests and for trying the desk. */
import { addDays, type Day, lagosTime } from "~/domain/dates/day.ts";
import { openDatabase } from "../fixtures/sqlite-database.ts";
import type { CheckoutStories } from "./checkout-stories.ts";
import { NAMES, type Plan, type VisitorPlan, type Want } from "./plan.ts";
import { type Random, seededRandom } from "./random.ts";
import { playWorld } from "./run.ts";
import { DAY, HOUR, NO_TROUBLES } from "./trouble.ts";
import type { LaterPayment, WholePlan } from "./whole-plan.ts";
import { newWorld } from "./world.ts";

/** How many of each kind of learner there are. */
const LEARNERS_OF_A_KIND = 50;

/** Of cohort 8, by what they have done: the first payment of five installments, one more in time, or all of them; and of cohort 9, left the checkout. */
const KINDS = ["late", "goes on", "complete", "started"] as const;

const DAYS = 45;
/** In the end the second of the installments, due after a month, has been late for some days. */
const FIRST_CLASS_AFTER = { eight: 8, nine: 66 };
/** A learner who never pays is forgotten after a month. */
const STARTED_AFTER = DAYS - 5;

const PAYS: CheckoutStories = { NGN: ["pays"], USD: ["pays"] };
const LEAVES: CheckoutStories = { NGN: ["closes it"], USD: ["closes it"] };

/**
 * Plays 200 learners, and writes the database of their edge to a file.
 * @param today the day up to which it is played
 * @param file of SQLite; must not be there yet
 */
export async function playCohort(today: Day, file: string): Promise<void> {
  const start = addDays(today, -DAYS);
  const random = seededRandom(8, 1);
  const world = newWorld(cohortPlan(random, start), random, lagosTime(start, 8));
  const database = openDatabase();
  await playWorld(world, database, null);
  await database.prepare("VACUUM INTO ?").bind(file).run();
}

function cohortPlan(random: Random, start: Day): Plan {
  const visitors = Array.from({ length: LEARNERS_OF_A_KIND * KINDS.length }, (_, learner) =>
    visitorOf(random, start, learner),
  );
  return {
    ...NO_TROUBLES,
    names: visitors.map(
      ({ learner }) => NAMES[Math.floor(learner / KINDS.length) % NAMES.length] ?? ["", ""],
    ),
    visitors,
    sharesAddress: false,
    crowd: null,
    pricesRise: null,
    takesInvoicesTwice: false,
    aftermath: [],
    payouts: [],
    comparesDaily: false,
    days: DAYS,
  };
}

function visitorOf(random: Random, start: Day, learner: number): VisitorPlan {
  const kind = KINDS[learner % KINDS.length];
  const isStarted = kind === "started";
  return {
    learner,
    want: wantOf(start, isStarted ? "nine" : "eight"),
    opensAt: (isStarted ? STARTED_AFTER * DAY : 0) + random.between(0, 10 * HOUR),
    country: "Nigeria",
    lookup: "answers",
    stories: isStarted ? LEAVES : PAYS,
    tabEnds: null,
    secondTab: null,
    visits: [],
    wholePlan: wholePlanOf(kind, random),
  };
}

function wholePlanOf(kind: (typeof KINDS)[number] | undefined, random: Random) {
  if (kind === "goes on") return paysOnce(random, "the next");
  return kind === "complete" ? paysOnce(random, "all") : null;
}

function wantOf(start: Day, cohort: keyof typeof FIRST_CLASS_AFTER): Want {
  const firstClass = addDays(start, FIRST_CLASS_AFTER[cohort]);
  return {
    type: "registration",
    courseId: "devops-full",
    inSeveral: {
      planId: "five-installments",
      cohort: cohort === "eight" ? "cohort-8" : "cohort-9",
      firstClass,
    },
  };
}

/** One more payment, some days before it is due. */
function paysOnce(random: Random, choice: LaterPayment["choice"]): WholePlan {
  const payment: LaterPayment = {
    day: -random.between(1, 3),
    time: random.between(8 * HOUR, 14 * HOUR),
    who: "the learner",
    secondAfter: 0,
    opens: "from the browser",
    choice,
    stories: PAYS,
    payerEmail: null,
    tabEnds: null,
    returnsAfter: [],
    isTroubled: false,
  };
  return { payments: [payment], stop: null, troubledMornings: [] };
}
