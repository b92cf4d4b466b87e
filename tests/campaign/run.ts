import { $location } from "~/browser/stores/location.ts";
import { addingVoucher } from "~/edge/vouchers/voucher-store.ts";
import { LEARNER_NAMES, priceList } from "../fixtures/enrolment.ts";
import { EARLY_BIRD } from "../fixtures/vouchers.ts";
import { startAgreeing } from "./agreed-dates.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { newBrowser, replaceGlobals } from "./browser.ts";
import { startDesk } from "./desk.ts";
import { WHOLE_PLAN } from "./edge.ts";
import { type FinishedRun, finishRun } from "./invariants/finished-run.ts";
import { startLearner } from "./learner.ts";
import { emailOf } from "./mailboxes.ts";
import { DAY, drawPlan, HOUR, type LineFault, MINUTE, seededRandom, USUAL_DAYS } from "./plan.ts";
import { sellElsewhere, sendCrowd, sendForgeries } from "./strangers.ts";
import { type PurchasePlan, startVisitor } from "./visitor.ts";
import { World } from "./world.ts";

/** Plays one run, which is the same for the same seed and number. */
export async function playRun(
  seed: number,
  number: number,
  broken: BrokenEdge | null = null,
): Promise<FinishedRun> {
  const random = seededRandom(seed, number);
  const plan = drawPlan(random, seededRandom(-seed, number));
  const world = new World(plan, random, seededRandom(~seed, number), broken);
  const { time, database, start } = world;
  replaceGlobals(world);
  // The page's stores outlive a run.
  $location.set(null);
  if (plan.voucherUses !== null) {
    await addingVoucher(database, { ...EARLY_BIRD, uses: plan.voucherUses }, new Date(start)).run();
  }
  openBrowsers(world);
  if (plan.hasCrowd) sendCrowd(world);
  if (plan.hasForgeries) sendForgeries(world);
  if (plan.hasOtherShop) sellElsewhere(world);
  if (plan.hasDesk) startDesk(world);
  if (plan.datesAgreedFrom !== null) startAgreeing(world, plan.datesAgreedFrom);
  await time.runUntil(start + USUAL_DAYS * DAY);
  world.mendedAt = time.now;
  world.noteActivity();
  // Staff send failed mails again at the desk once the cause is mended.
  await database
    .prepare(
      `UPDATE mails SET status = 'queued', next_attempt_at = '2000-01-01T00:00:00.000Z',
         give_up_at = '2100-01-01T00:00:00.000Z' WHERE status = 'failed'`,
    )
    .run();
  await time.runUntil(Math.max(time.now + 8 * HOUR, start + plan.days * DAY));
  return finishRun(world);
}

/** Opens the site for one learner, and in some runs for a sponsor or for other learners. */
function openBrowsers(world: World): void {
  const { random, plan } = world;
  const paysWholePlan = plan.firstClassIn !== null;
  let count = 0;
  const visit = (purchase: PurchasePlan) => {
    count += 1;
    const browser = newBrowser({
      name: `browser ${count}`,
      address: `198.51.100.${plan.sharesAddress ? 1 : count}`,
      country: !purchase.isSponsored && random.chance(paysWholePlan ? 0.8 : 0.6) ? "NG" : "GH",
      lookupFault: !purchase.isSmooth && random.chance(0.2) ? random.pick<LineFault>([500, "hangs"]) : null,
    });
    startVisitor(world, browser, purchase);
    return browser;
  };
  const registrationOf = (learner: number) => {
    const [firstName, lastName] = random.pick(LEARNER_NAMES);
    const courseId = random.pick(priceList.registrationCourses).id;
    const phone = `+234801234${5600 + learner}`;
    const email = emailOf(learner);
    return { firstName, lastName, courseId, phone, email, ...(paysWholePlan ? WHOLE_PLAN : {}) };
  };
  const first = { registration: registrationOf(0), isSponsored: false, isSmooth: false, opensAt: 0 };
  if (paysWholePlan) {
    // Only an enrolled learner has later payments, so most of these learners enrol without trouble.
    const isSmooth = random.chance(0.8);
    const opensAt = isSmooth ? random.spread(MINUTE, 5 * HOUR) : 0;
    startLearner(world, visit({ ...first, isSmooth, opensAt }), emailOf(0));
    return;
  }
  visit(first);
  const sponsorDevices = random.chance(0.15) ? random.pick([1, 2]) : 0;
  for (let device = 1; device <= sponsorDevices; device += 1) {
    visit({ ...first, isSponsored: true, opensAt: random.spread(MINUTE, 20 * HOUR) });
  }
  const hasOthers = random.chance(0.1) || plan.voucherUses !== null;
  const otherLearners = hasOthers ? random.between(1, 4) : 0;
  for (let learner = 1; learner <= otherLearners; learner += 1) {
    visit({ ...first, registration: registrationOf(learner), opensAt: random.between(0, 10 * MINUTE) });
  }
}
