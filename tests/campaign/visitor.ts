/** Plays one visitor: opens the page, pays or not, leaves at any moment, and perhaps comes back. */

import { acknowledge, type OutboxEntry, removeEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { flushEarlierVisit } from "~/browser/page-scripts/flush-earlier-visit.ts";
import type { PaymentStore } from "~/browser/payments/payment-store.ts";
import { resolveEarlier } from "~/browser/payments/resolve-earlier.ts";
import { $currency } from "~/browser/stores/currency.ts";
import { $location, lookUpLocation } from "~/browser/stores/location.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import { entryOf, orderOf } from "../fixtures/enrolment.ts";
import type { Browser } from "./browser.ts";
import { draftOrder, pricesNow, thingOf } from "./orders.ts";
import type { Visit, VisitorPlan } from "./plan.ts";
import { openTab } from "./tab.ts";
import { HOUR } from "./trouble.ts";
import type { Process } from "./virtual-time.ts";
import type { World } from "./world.ts";

/** Whom the mails go to, as the form hands it to the payment. */
const { sender, recipients } = entryOf(orderOf());
const MOST_TRIES = 3;

/** What a page said of a payment that its visitor believes was made. */
const PAID_WORDS = [
  "received",
  "notNotified",
  "unconfirmed",
  "earlier: paid",
  "earlier: short-paid",
  "earlier: pending",
];

export function startVisitor(world: World, browser: Browser, visitor: VisitorPlan): void {
  const { time, random, words, attempts } = world;
  const thing = thingOf(visitor);
  const payer = { stories: visitor.stories, opened: 0 };
  let tabs = 0;
  const openTabs = new Set<Process>();

  function openPage(live: (page: Page) => Promise<void>): Process {
    tabs += 1;
    const name = `${browser.name} ${tabs}`;
    const tab = openTab(
      world,
      { name, browser, payer, addresses: { sender, recipients }, thing },
      (payment) => live({ payment, prices: pricesNow(world) }),
    );
    openTabs.add(tab);
    tab.onEnd(() => openTabs.delete(tab));
    return tab;
  }

  const say = (reference: string, says: string) => world.keepWord(browser.name, reference, says);

  /** Whether a page has said that this was paid, or is being confirmed. */
  function believesPaid(): boolean {
    const own = attempts.filter((each) => each.browser === browser.name && each.thing === thing);
    return words.some(
      (word) =>
        word.browser === browser.name &&
        PAID_WORDS.includes(word.says) &&
        own.some(({ reference }) => reference === word.reference),
    );
  }

  const later = [...visitor.visits];
  function comeBack(): void {
    const visit = later.shift();
    if (!visit) return;
    time.after(visit.after, () => {
      const tab = openPage((page) => returningVisit(page, visit));
      time.after(visit.stays, () => {
        tab.end();
        comeBack();
      });
    });
  }

  function openFirst(): void {
    const onPay = () => {
      if (visitor.tabEnds !== null) world.strike("tab closed or reloaded");
      time.outlive(visitor.tabEnds ?? HOUR / 2, () => {
        tab.end();
        comeBack();
      });
    };
    const tab: Process = openPage((page) => firstVisit(page, onPay));
    if (visitor.secondTab === null) return;
    time.after(visitor.secondTab, () => {
      world.strike("second tab");
      const second = openPage((page) => returningVisit(page, { says: "the truth", triesAgain: true }));
      time.after(HOUR / 2, () => second.end());
    });
  }

  time.outlive(visitor.opensAt, openFirst);

  async function firstVisit(page: Page, onPay: () => void) {
    const currency = await currencyHere();
    await time.wait(random.between(5_000, 60_000));
    onPay();
    await tryToPay(page, currency, MOST_TRIES);
  }

  async function currencyHere(): Promise<Currency> {
    if (visitor.want.type === "sponsor") return "USD";
    $location.set(null);
    await lookUpLocation("/json");
    return $currency.get();
  }

  /** Pays, tries again what was not paid, and sends again what did not reach everybody. */
  async function tryToPay(page: Page, currency: Currency, tries: number): Promise<void> {
    const { $payment, actions } = page.payment;
    const flowNow = () => $payment.get().flow;
    let { prices } = page;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const flow = flowNow();
      const current = flow.step === "editing" ? null : flow.order.reference;
      // A visitor who has read in another tab that it is paid does not pay again.
      if (believesPaid()) return;
      // The page does the same: nothing is paid while it is not known how an earlier payment ended.
      if (unresolvedEntries().some(({ order }) => order.reference !== current)) return;
      await actions.pay(draftOrder(world, visitor, currency, prices));
      world.note(`the page says: ${flowNow().step}`);
      if (isPaymentBehind(flowNow()) || random.chance(0.2)) break;
      await time.wait(random.between(2_000, 60_000));
      const { step } = flowNow();
      if (step === "notPaid" && random.chance(0.5)) actions.dismiss();
      // A visitor who is shown another price loads the page again.
      prices = pricesNow(world);
    }
    for (let round = 0; round < 3 && flowNow().step === "notNotified"; round += 1) {
      await time.wait(random.between(2_000, 120_000));
      await actions.resend();
    }
    await time.wait(random.between(2_000, 60_000));
    if (isPaymentBehind(flowNow()) && random.chance(0.3)) actions.startAnother();
  }

  async function returningVisit(page: Page, visit: Intent): Promise<void> {
    void flushEarlierVisit(() => undefined);
    await time.wait(random.between(1_000, 30_000));
    for (const entry of unresolvedEntries()) {
      const { status } = entry.payment;
      if (status === "opened") await resolve(page, entry, visit);
      else {
        say(entry.order.reference, status === "paid" ? "earlier: paid" : "earlier: pending");
        acknowledge(entry.order.reference);
      }
    }
    if (!visit.triesAgain || believesPaid()) return;
    await tryToPay(page, await currencyHere(), 1);
  }

  /** What the page says of a payment whose end it has not seen, and what its visitor does then. */
  async function resolve({ payment }: Page, entry: OutboxEntry, visit: Intent): Promise<void> {
    const { order } = entry;
    const { reference } = order;
    const status = await resolveEarlier(entry);
    world.note(`the page says of the earlier payment: ${status}`);
    say(reference, `earlier: ${status}`);
    switch (status) {
      case "paid":
      case "short-paid":
        return acknowledge(reference);
      case "pending":
        return;
      case "refunded":
        return removeEntry(reference);
      case "unpaid":
        if (!visit.triesAgain) return;
        // The page asks to finish it in the other tab, if it is still open there.
        if (openTabs.size > 1) world.saidNotPaid.add(reference);
        tryAgain(payment, order);
        return;
      case null:
        if (visit.says !== "nothing") await answer(payment, order, visit);
    }
  }

  /** The page asks the visitor, who may be mistaken. */
  async function answer(payment: PaymentStore, order: Order, { says }: Intent): Promise<void> {
    const isPaid = world.providers.isCharged(order.reference) === (says === "the truth");
    world.note(`the visitor says: ${isPaid ? "paid" : "not paid"}`);
    if (isPaid) {
      await payment.actions.reportPaid(order);
      payment.actions.startAnother();
      return;
    }
    world.saidNotPaid.add(order.reference);
    tryAgain(payment, order);
  }

  function tryAgain({ actions }: PaymentStore, order: Order): void {
    if (order.purpose === "registration") actions.resume(order);
    else removeEntry(order.reference);
  }
}

/** What a visitor who comes back means to do. */
type Intent = Pick<Visit, "says" | "triesAgain">;

/** A page as it was loaded. */
interface Page {
  readonly payment: PaymentStore;
  readonly prices: ReturnType<typeof pricesNow>;
}
