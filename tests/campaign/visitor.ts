/** Plays one visitor: opens the page, pays or not, leaves at any moment, and perhaps comes back. */
import { acknowledge, type OutboxEntry, removeEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { flushEarlierVisit } from "~/browser/page-scripts/flush-earlier-visit.ts";
import type { PaymentStore } from "~/browser/payments/payment-store.ts";
import { resolveEarlier } from "~/browser/payments/resolve-earlier.ts";
import { $currency } from "~/browser/stores/currency.ts";
import { $location, lookUpLocation } from "~/browser/stores/location.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { Currency } from "~/domain/money/money.ts";
import { isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import type { Browser } from "./browser.ts";
import { openTab } from "./checkout.ts";
import { draftOrder, pricesNow, thingOf } from "./orders.ts";
import type { Visit, VisitorPlan } from "./plan.ts";
import type { Process } from "./time.ts";
import { HOUR } from "./trouble.ts";
import type { World } from "./world.ts";

const MOST_TRIES = 3;
const TAB_STAYS = HOUR / 2;

/** What a page said of a payment that its visitor believes was made. */
const PAID_WORDS = /^(?:received|notNotified|unconfirmed|earlier: (?:paid|short-paid|pending))$/;

/** What a visitor who comes back means to do. */
type Intent = Pick<Visit, "says" | "triesAgain">;

export function startVisitor(world: World, browser: Browser, visitor: VisitorPlan): void {
  const { time, random, words, attempts } = world;
  const thing = thingOf(visitor);
  const payer = { stories: visitor.stories, opened: 0, thing };
  let tabs = 0;
  const openTabs = new Set<Process>();

  function openPage(live: (page: Page) => Promise<void>): Process {
    tabs += 1;
    const tab = openTab(world, `${browser.name} ${tabs}`, browser, payer, (payment) =>
      live({ ...payment, prices: pricesNow(world) }),
    );
    openTabs.add(tab);
    tab.onEnd(() => openTabs.delete(tab));
    return tab;
  }

  time.outlive(visitor.opensAt, () => {
    const tab = openPage(async (page) => {
      const currency = await currencyHere();
      await time.wait(random.between(5_000, 60_000));
      if (visitor.tabEnds !== null) world.strike("tab closed or reloaded");
      time.outlive(visitor.tabEnds ?? TAB_STAYS, () => {
        tab.abort();
        comeBack(visitor.visits);
      });
      await tryToPay(page, currency, MOST_TRIES);
    });
    if (visitor.secondTab === null) return;
    time.after(visitor.secondTab, () => {
      world.strike("second tab");
      const second = openPage((page) => returningVisit(page, { says: "the truth", triesAgain: true }));
      time.after(TAB_STAYS, () => second.abort());
    });
  });

  function comeBack([visit, ...later]: readonly Visit[]): void {
    if (!visit) return;
    time.after(visit.after, () => {
      const tab = openPage((page) => returningVisit(page, visit));
      time.after(visit.stays, () => {
        tab.abort();
        comeBack(later);
      });
    });
  }

  async function currencyHere(): Promise<Currency> {
    if (visitor.want.type === "sponsor") return "USD";
    $location.set(null);
    await lookUpLocation("/json");
    return $currency.get();
  }

  /** Whether a page has said that this was paid, or is being confirmed. */
  function believesPaid(): boolean {
    const own = attempts.filter((attempt) => attempt.browser === browser.name && attempt.thing === thing);
    return words.some(
      (word) =>
        word.browser === browser.name &&
        PAID_WORDS.test(word.says) &&
        own.some(({ reference }) => reference === word.reference),
    );
  }

  /** Pays, tries again what was not paid, and sends again what did not reach everybody. */
  async function tryToPay({ $payment, actions, prices }: Page, currency: Currency, tries: number) {
    const flowNow = () => $payment.get().flow;
    let shown = prices;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const flow = flowNow();
      const current = flow.step === "editing" ? null : flow.order.reference;
      // A visitor who has read in another tab that it is paid does not pay again.
      if (believesPaid()) return;
      // The page does the same: nothing is paid while it is not known how an earlier payment ended.
      if (unresolvedEntries().some(({ order }) => order.reference !== current)) return;
      await actions.pay(draftOrder(world, visitor, currency, shown));
      world.note(`the page says: ${flowNow().step}`);
      if (isPaymentBehind(flowNow()) || random.chance(0.2)) break;
      await time.wait(random.between(2_000, 60_000));
      if (flowNow().step === "notPaid" && random.chance(0.5)) actions.dismiss();
      // A visitor who is shown another price loads the page again.
      shown = pricesNow(world);
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
      const { reference } = entry.order;
      const { status } = entry.payment;
      if (status === "opened") await resolve(page, entry, visit);
      else {
        world.keepWord(browser.name, reference, status === "paid" ? "earlier: paid" : "earlier: pending");
        acknowledge(reference);
      }
    }
    if (!visit.triesAgain || believesPaid()) return;
    await tryToPay(page, await currencyHere(), 1);
  }

  /** What the page says of a payment whose end it has not seen, and what its visitor does then. */
  async function resolve({ actions }: Page, entry: OutboxEntry, visit: Intent): Promise<void> {
    const { order } = entry;
    const { reference } = order;
    const status = await resolveEarlier(entry);
    world.note(`the page says of the earlier payment: ${status}`);
    world.keepWord(browser.name, reference, `earlier: ${status}`);
    if (status === "paid" || status === "short-paid") acknowledge(reference);
    if (status === "refunded") removeEntry(reference);
    const isUnpaid = status === "unpaid" && visit.triesAgain;
    const isAsked = status === null && visit.says !== "nothing";
    // The page asks the visitor, who may be mistaken.
    if (isAsked && world.providers.isCharged(reference) === (visit.says === "the truth")) {
      world.note("the visitor says: paid");
      await actions.reportPaid(order);
      actions.startAnother();
    } else if (isAsked || isUnpaid) {
      if (isAsked) world.note("the visitor says: not paid");
      // The page asks to finish it in the other tab, if it is still open there.
      if (isAsked || openTabs.size > 1) world.saidNotPaid.add(reference);
      if (order.purpose === "registration") actions.resume(order);
      else removeEntry(reference);
    }
  }
}

/** A page as it was loaded. */
interface Page extends PaymentStore {
  readonly prices: PriceList;
}
