/** The tabs in which somebody pays, and what their pages show. */
import type { CheckoutProvider } from "~/browser/payments/load-checkout.ts";
import { createPagePayments, type PagePayments } from "~/browser/payments/page-payments.ts";
import type { Currency } from "~/domain/money/money.ts";
import { entryOf, orderOf } from "../fixtures/enrolment.ts";
import type { Browser } from "./browser.ts";
import { checkoutsOf, PAYS, type Story } from "./checkout.ts";
import { HOUR } from "./plan.ts";
import { Process, runIn } from "./time.ts";
import type { World } from "./world.ts";

/** The sender and recipients that the form passes to the payment. */
const { sender, recipients } = entryOf(orderOf());

/** The messages after which a visitor believes that the payment was made. */
const PAID_MESSAGES = /^(?:received|notNotified|unconfirmed|earlier: (?:paid|short-paid|pending))$/;

/** The time for which a tab stays open if nothing closes it early. */
export const TAB_STAYS = HOUR / 2;

interface Visit {
  /** The delay until the tab opens, from the run's start or from the end of the previous visit. */
  readonly after: number;
  /** The time until the tab is closed or reloaded. */
  readonly stays: number;
}

/** A tab with a page that takes payments. */
export class Tab extends Process {
  /** The story of the checkout that was opened last. */
  story: Story = PAYS;
  readonly checkouts: Readonly<Record<Currency, CheckoutProvider>>;

  constructor(readonly payer: Payer) {
    super(payer.browser.name, payer.browser);
    this.checkouts = checkoutsOf(this);
  }
}

interface PayerFacts {
  readonly world: World;
  readonly browser: Browser;
  /** The key of learner and course, whoever pays; `null` where the edge starts each payment. */
  readonly purchase: string | null;
  /** Whether nothing goes wrong at the checkouts. */
  readonly isSmooth: boolean;
}

/** Somebody who makes one purchase on one device. */
export class Payer {
  readonly world: World;
  readonly browser: Browser;
  readonly purchase: string | null;
  readonly isSmooth: boolean;
  /** Whether a page has shown the purchase as paid or being confirmed. */
  hasReadPaid = false;
  openTabs = 0;

  constructor({ world, browser, purchase, isSmooth }: PayerFacts) {
    this.world = world;
    this.browser = browser;
    this.purchase = purchase;
    this.isSmooth = isSmooth;
  }

  /** Records a page's message about a payment, or its visitor's answer. */
  noteMessage(reference: string, text: string): void {
    const { world, browser, purchase } = this;
    this.hasReadPaid ||= PAID_MESSAGES.test(text);
    world.messages.push({
      at: world.time.now,
      browser: browser.name,
      purchase: purchase ?? reference,
      reference,
      text,
    });
    world.note(`${reference} ${text}`);
  }

  /** Opens one tab after the other. @param live plays the visitor in a tab, by the tab's index */
  visit(
    [visit, ...later]: readonly Visit[],
    live: (page: PagePayments, index: number) => Promise<void>,
    index = 0,
  ): void {
    if (!visit) return;
    const { world } = this;
    world.time.schedule(visit.after, () => {
      const tab = this.#open((page) => live(page, index));
      world.time.schedule(visit.stays, () => {
        if (visit.stays < TAB_STAYS) world.noteFault("tab closed or reloaded");
        tab.abort();
        this.visit(later, live, index + 1);
      });
    });
  }

  #open(live: (page: PagePayments) => Promise<void>): Tab {
    const tab = new Tab(this);
    this.world.noteActivity();
    this.openTabs += 1;
    tab.onEnd(() => {
      this.openTabs -= 1;
    });
    runIn(tab, () => {
      const page = createPagePayments(
        this.purchase === null ? null : { sender, recipients },
        () => undefined,
      );
      page.actions.container.current = {} as HTMLDivElement;
      page.$payment.listen(({ flow }) => {
        this.world.noteActivity();
        if (flow.step === "editing") return;
        const text = flow.step === "notPaid" ? `notPaid: ${flow.reason}` : flow.step;
        this.noteMessage(flow.order.reference, text);
      });
      void live(page);
    });
    return tab;
  }
}
