import { $location } from "~/browser/stores/location.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { newBrowser, replaceGlobals } from "./browser.ts";
import { type Ends, endsOf } from "./invariants/ends.ts";
import { startLearner } from "./learner.ts";
import { drawPlan, USUAL_DAYS } from "./plan.ts";
import { sendCrowd, sendForgeries } from "./strangers.ts";
import { DAY, HOUR, seededRandom } from "./trouble.ts";
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
