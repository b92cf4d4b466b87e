import { $location } from "~/browser/stores/location.ts";
import { addingVoucher } from "~/edge/vouchers/voucher-store.ts";
import { LEARNER_NAMES, priceList } from "../fixtures/enrolment.ts";
import { startAgreeing } from "./agreed-dates.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { newBrowser, replaceGlobals } from "./browser.ts";
import { startDesk } from "./desk.ts";
import { WHOLE_PLAN } from "./edge.ts";
import { type Ends, endsOf } from "./invariants/ends.ts";
import { startLearner } from "./learner.ts";
import { emailOf } from "./mailboxes.ts";
import { DAY, drawPlan, HOUR, type LineFault, MINUTE, seededRandom, USUAL_DAYS } from "./plan.ts";
import { sellElsewhere, sendCrowd, sendForgeries } from "./strangers.ts";
import { startVisitor, VOUCHER, type Wish } from "./visitor.ts";
import { World } from "./world.ts";

/** Plays one run; the same seed and number play the same one. @param broken what is wrong with the edge on purpose */
export async function playRun(seed: number, run: number, broken: BrokenEdge | null = null): Promise<Ends> {
  const random = seededRandom(seed, run);
  const world = new World(
    drawPlan(random, seededRandom(-seed, run)),
    random,
    seededRandom(~seed, run),
    broken,
  );
  const { plan, time, database, start } = world;
  replaceGlobals(world);
  // The stores of a page live as long as this program.
  $location.set(null);
  if (plan.voucherUses !== null) {
    const voucher = { ...VOUCHER, uses: plan.voucherUses };
    await addingVoucher(database, voucher, new Date(start)).run();
  }
  openBrowsers(world);
  if (plan.hasCrowd) sendCrowd(world);
  if (plan.hasForgeries) sendForgeries(world);
  if (plan.hasOtherShop) sellElsewhere(world);
  if (plan.hasDesk) startDesk(world);
  if (plan.datesAgreedFrom !== null) startAgreeing(world, plan.datesAgreedFrom);
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
  return endsOf(world);
}

/** Opens the site for everybody: one learner, and at times those who pay for them too, or other learners. */
function openBrowsers(world: World): void {
  const { random, plan } = world;
  const isWhole = plan.firstClassIn !== null;
  let count = 0;
  const visit = (wish: Wish) => {
    count += 1;
    const browser = newBrowser({
      name: `browser ${count}`,
      address: `198.51.100.${plan.sharesAddress ? 1 : count}`,
      country: !wish.isSponsored && random.chance(isWhole ? 0.8 : 0.6) ? "NG" : "GH",
      lookup: !wish.isSmooth && random.chance(0.2) ? random.pick<LineFault>([500, "hangs"]) : null,
    });
    startVisitor(world, browser, wish);
    return browser;
  };
  const learner = (place: number) => {
    const [firstName, lastName] = random.pick(LEARNER_NAMES);
    const courseId = random.pick(priceList.registrationCourses).id;
    const phone = `+234801234${5600 + place}`;
    return { firstName, lastName, courseId, phone, email: emailOf(place), ...(isWhole ? WHOLE_PLAN : {}) };
  };
  const first = { registration: learner(0), isSponsored: false, isSmooth: false, opensAt: 0 };
  if (isWhole) {
    // A learner who is not enrolled has nothing more to pay: most are, and come after most of the first troubles.
    const isSmooth = random.chance(0.8);
    const opensAt = isSmooth ? random.spread(MINUTE, 5 * HOUR) : 0;
    startLearner(world, visit({ ...first, isSmooth, opensAt }), emailOf(0));
    return;
  }
  visit(first);
  // The link is opened on one device, or on two.
  for (const _ of random.chance(0.15) ? random.pick([[1], [1, 2]]) : []) {
    visit({ ...first, isSponsored: true, opensAt: random.spread(MINUTE, 20 * HOUR) });
  }
  const hasOthers = random.chance(0.1) || plan.voucherUses !== null;
  const otherLearners = hasOthers ? random.between(1, 4) : 0;
  for (let place = 1; place <= otherLearners; place += 1) {
    visit({ ...first, registration: learner(place), opensAt: random.between(0, 10 * MINUTE) });
  }
}
