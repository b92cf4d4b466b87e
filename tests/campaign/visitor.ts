/** Plays a visitor who registers, pays or not, leaves at any moment, and perhaps comes back. */
import { acknowledge, type OutboxEntry, removeEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { flushEarlierVisit } from "~/browser/page-scripts/flush-earlier-visit.ts";
import { resolveEarlier } from "~/browser/payments/ask-payment.ts";
import type { PagePayments } from "~/browser/payments/page-payments.ts";
import { $currency } from "~/browser/stores/currency.ts";
import { $location, lookUpLocation } from "~/browser/stores/location.ts";
import type { Registration } from "~/domain/enrolment/registration.ts";
import { mayHaveCharged } from "~/domain/payments/payment-flow.ts";
import { freshReference, orderOf } from "../fixtures/enrolment.ts";
import { EARLY_BIRD } from "../fixtures/vouchers.ts";
import type { Browser } from "./browser.ts";
import { pricesNow } from "./edge.ts";
import { Payer, TAB_STAYS } from "./payer.ts";
import { HOUR, MINUTE, SECOND } from "./plan.ts";
import type { World } from "./world.ts";

/** The purchase that a visitor intends. */
export interface PurchasePlan {
  readonly registration: Partial<Registration>;
  readonly isSponsored: boolean;
  readonly opensAt: number;
  /** Whether nothing goes wrong in the visitor's browser. */
  readonly isSmooth: boolean;
}

export function startVisitor(world: World, browser: Browser, purchase: PurchasePlan): void {
  const { time, random, plan } = world;
  const { registration, isSponsored, opensAt, isSmooth } = purchase;
  const payer = new Payer({
    world,
    browser,
    purchase: `${registration.email}: ${registration.courseId}`,
    isSmooth,
  });
  // The visitor comes back up to twice.
  const shortestAbsences = [SECOND, 2 * SECOND].filter(() => random.chance(0.5));
  const isLeaving = !isSmooth && random.chance(0.4);
  const visits = [
    { after: opensAt, stays: isLeaving ? random.spread(5 * SECOND, 5 * MINUTE) : TAB_STAYS },
    ...shortestAbsences.map((shortest) => ({
      after: random.spread(shortest, 30 * HOUR),
      stays: random.spread(SECOND, TAB_STAYS - SECOND),
    })),
  ];
  payer.visit(visits, async (page, index) => {
    if (index > 0) return comeBack(page, random.chance(0.3));
    await time.wait(random.between(SECOND, 30 * SECOND));
    await tryToPay(page, 3);
  });
  if (random.chance(0.1)) {
    const after = opensAt + random.spread(SECOND, 10 * MINUTE);
    payer.visit([{ after, stays: TAB_STAYS }], async (page) => {
      world.noteFault("second tab");
      await comeBack(page, true);
    });
  }

  /** Pays, tries again if the payment fails, and sends the mails again if staff were not notified. */
  async function tryToPay({ $payment, actions }: PagePayments, tries: number): Promise<void> {
    const flowNow = () => $payment.get().flow;
    let prices = pricesNow(world);
    $location.set(null);
    if (!isSponsored) await lookUpLocation("/json");
    const currency = isSponsored ? "USD" : $currency.get();
    let voucher = plan.voucherUses === null || isSponsored ? undefined : EARLY_BIRD;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const flow = flowNow();
      const current = flow.step === "editing" ? null : flow.order.reference;
      // Another tab may have shown that the order is paid.
      if (payer.hasReadPaid) return;
      // The page starts no payment while the outcome of an earlier one is unknown.
      if (unresolvedEntries().some(({ order }) => order.reference !== current)) return;
      const now = new Date();
      const reference = freshReference();
      await actions.pay(orderOf({ registration, currency, reference, now, prices, isSponsored, voucher }));
      // A visitor whose voucher is used up may register without it.
      if (voucher && flowNow().step === "notPaid" && random.chance(0.5)) voucher = undefined;
      if (mayHaveCharged(flowNow()) || random.chance(0.2)) break;
      await time.wait(random.between(2 * SECOND, MINUTE));
      if (flowNow().step === "notPaid" && random.chance(0.5)) actions.dismiss();
      // A visitor who is shown another price loads the page again.
      prices = pricesNow(world);
    }
    for (let round = 0; round < 3 && flowNow().step === "notNotified"; round += 1) {
      await time.wait(random.between(2 * SECOND, 2 * MINUTE));
      await actions.resend();
    }
    await time.wait(random.between(2 * SECOND, MINUTE));
    if (mayHaveCharged(flowNow()) && random.chance(0.3)) actions.startAnother();
  }

  async function comeBack(page: PagePayments, triesAgain: boolean): Promise<void> {
    const showTuition = () => undefined;
    void flushEarlierVisit(showTuition);
    await time.wait(random.between(SECOND, 30 * SECOND));
    for (const entry of unresolvedEntries()) {
      const { reference } = entry.order;
      const { status } = entry.payment;
      if (status === "opened") await resolve(page, entry, triesAgain);
      else {
        payer.noteMessage(reference, status === "paid" ? "earlier: paid" : "earlier: pending");
        acknowledge(reference);
      }
    }
    if (triesAgain && !payer.hasReadPaid) await tryToPay(page, 1);
  }

  /** Lets the page look up an earlier payment, and answers if the page asks how it ended. */
  async function resolve({ actions }: PagePayments, entry: OutboxEntry, triesAgain: boolean): Promise<void> {
    const { order } = entry;
    const { reference } = order;
    const status = await resolveEarlier(entry);
    payer.noteMessage(reference, `earlier: ${status}`);
    if (status === "paid" || status === "short-paid") acknowledge(reference);
    if (status === "refunded") removeEntry(reference);
    const answer = random.pick(["the truth", "the truth", "a mistake", "nothing"]);
    if (status !== null) {
      if (status !== "unpaid" || !triesAgain) return;
      // The page warns of the other tab. A visitor who resumes says that nothing was paid there.
      if (payer.openTabs > 1) payer.noteMessage(reference, "visitor: not paid");
      return actions.resume(order);
    }
    // The edge cannot tell the status, so the page asks the visitor, who may be mistaken.
    if (answer === "nothing") return;
    const isCharged = world.providers.isCharged(reference);
    const saysPaid = answer === "the truth" ? isCharged : !isCharged;
    if (saysPaid) {
      await actions.reportPaid(order);
      return actions.startAnother();
    }
    payer.noteMessage(reference, "visitor: not paid");
    actions.resume(order);
  }
}
