import { $location } from "~/browser/stores/location.ts";
import { addDays, type Day, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { newBrowser, replaceGlobals } from "./browser.ts";
import { CLOSES, PAYS } from "./checkout-stories.ts";
import { type Ends, endsOf } from "./invariants/ends.ts";
import { startLearner } from "./learner.ts";
import {
  drawFirstPayments,
  drawLater,
  drawPlan,
  drawVisitor,
  drawWholePlan,
  inSeveral,
  NAMES,
  USUAL_DAYS,
  type VisitorPlan,
} from "./plan.ts";
import { sendCrowd, sendForgeries } from "./strangers.ts";
import { DAY, HOUR, QUIET, seededRandom } from "./trouble.ts";
import { startVisitor } from "./visitor.ts";
import { World } from "./world.ts";

const START = new Date("2026-11-21T09:00:00.000Z");

/** Plays one run; the same seed and number play the same one. @param broken what is wrong with the edge on purpose */
export async function playRun(seed: number, run: number, broken: BrokenEdge | null = null): Promise<Ends> {
  const random = seededRandom(seed, run);
  const plan = drawPlan(random, lagosDay(START));
  const world = new World(plan, random, START.getTime(), broken);
  await playWorld(world);
  return endsOf(world);
}

/** Lets everybody in a world do what its plan says. */
async function playWorld(world: World): Promise<void> {
  const { plan, time, database, start } = world;
  replaceGlobals(world);
  // The stores of a page live as long as this program.
  $location.set(null);
  for (const [place, visitor] of plan.visitors.entries()) {
    const address = `198.51.100.${plan.sharesAddress ? 1 : place + 1}`;
    const { country, lookup, wholePlan, learner } = visitor;
    const browser = newBrowser({ name: `browser ${place + 1}`, address, country, lookup });
    startVisitor(world, browser, visitor);
    if (wholePlan) startLearner(world, browser, wholePlan, learner);
  }
  sendCrowd(world);
  sendForgeries(world);
  await time.runUntil(start + USUAL_DAYS * DAY);
  world.mendedAt = time.now;
  world.stir();
  // What staff do at the desk once the cause is mended.
  await database
    .prepare(
      `UPDATE mails SET status = 'queued', next_attempt_at = '2000-01-01T00:00:00.000Z',
         give_up_at = '2100-01-01T00:00:00.000Z' WHERE status = 'failed'`,
    )
    .run();
  await time.runUntil(Math.max(time.now + 8 * HOUR, start + plan.days * DAY));
}

const LEARNERS = 200;
const DAYS = 45;

/** In the end the second of the installments, due after a month, has been late for some days. */
const eight = { cohort: "cohort-8", firstClass: 8, opens: 0, story: PAYS } as const;
/**
 * Late, going on, complete; and one who left the checkout, since a learner who never pays is forgotten after a month. Each
 * with the days after the first one, what happens at the checkout, and the payment after the first one.
 */
const KINDS = [
  { ...eight, later: null },
  { ...eight, later: "the next" },
  { ...eight, later: "all" },
  { cohort: "cohort-9", firstClass: 66, opens: DAYS - 5, story: CLOSES, later: null },
] as const;

/**
 * Plays 200 learners, and writes the database of their edge to a file.
 * @param today the day up to which it is played
 * @param file of SQLite; must not be there yet
 */
export async function playCohort(today: Day, file: string): Promise<void> {
  const start = addDays(today, -DAYS);
  const random = seededRandom(8, 1);
  const visitors = Array.from({ length: LEARNERS }, (_, learner): VisitorPlan => {
    const { cohort, firstClass, opens, story, later } = KINDS[learner % KINDS.length] ?? KINDS[0];
    const want = inSeveral(cohort, addDays(start, firstClass));
    const opensAt = opens * DAY + random.between(0, 10 * HOUR);
    const stories = { NGN: [story], USD: [story] };
    const visitor = { ...drawVisitor(QUIET, { learner, want, opensAt }), country: "NG" as const, stories };
    if (!later) return visitor;
    // Some days before it is due.
    const day = -random.between(1, 3);
    const time = random.between(8 * HOUR, 14 * HOUR);
    const payment = { ...drawLater(QUIET, 0), day, time, choice: later, stories };
    return { ...visitor, wholePlan: { ...drawWholePlan(QUIET), payments: [payment] } };
  });
  const names = visitors.map(
    ({ learner }) => NAMES[Math.floor(learner / KINDS.length) % NAMES.length] ?? NAMES[0],
  );
  const plan = { ...drawFirstPayments(QUIET), names, visitors, payouts: [], days: DAYS };
  const world = new World(plan, random, lagosTime(start, 8).getTime());
  await playWorld(world);
  await world.database.prepare("VACUUM INTO ?").bind(file).run();
}
