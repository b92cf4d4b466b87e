/** Somebody who pays: the tabs in which they do, and what its pages say. */
import type { CheckoutProvider } from "~/browser/payments/load-checkout.ts";
import { createPagePayments, type PagePayments } from "~/browser/payments/page-payments.ts";
import type { Currency } from "~/domain/money/money.ts";
import { entryOf, orderOf } from "../fixtures/enrolment.ts";
import type { Browser } from "./browser.ts";
import { checkoutsOf, PAYS, type Story } from "./checkout.ts";
import { HOUR } from "./plan.ts";
import { Process, runIn } from "./time.ts";
import type { World } from "./world.ts";

/** The recipients of the mails, as the form hands them to the payment. */
const { sender, recipients } = entryOf(orderOf());

/** The words of a page whose visitor believes that the payment was made. */
const PAID_WORDS = /^(?:received|notNotified|unconfirmed|earlier: (?:paid|short-paid|pending))$/;

/** The time for which somebody stays who is in no hurry. */
export const TAB_STAYS = HOUR / 2;

/** A tab: it opens so long after the one before has gone, and is closed or reloaded after so long. */
interface Visit {
  readonly after: number;
  readonly stays: number;
}

/** A tab with a page that takes payments. */
export class Tab extends Process {
  /** The events at the checkout that was opened last. */
  story: Story = PAYS;
  readonly checkouts: Readonly<Record<Currency, CheckoutProvider>>;

  constructor(readonly payer: Payer) {
    super(payer.browser.name, payer.browser);
    this.checkouts = checkoutsOf(this);
  }
}

/** Somebody who pays one thing on one device. */
export class Payer {
  /** A page has said that it is paid, or is being confirmed. */
  hasReadPaid = false;
  /** The number of tabs that are open. */
  openTabs = 0;

  constructor(
    readonly world: World,
    readonly browser: Browser,
    /** The key of learner and course, no matter who pays; `null` where the edge starts each payment. */
    readonly thing: string | null,
    /** Whether nothing goes wrong at the checkouts. */
    readonly isSmooth: boolean,
  ) {}

  /** Keeps what a page shows of a payment, or what its visitor says of it. */
  keepWord(reference: string, says: string): void {
    const { world, browser, thing } = this;
    this.hasReadPaid ||= PAID_WORDS.test(says);
    world.words.push({
      at: world.time.now,
      browser: browser.name,
      thing: thing ?? reference,
      reference,
      says,
    });
    world.note(`${reference} ${says}`);
  }

  /** Opens one tab after the other. @param live what is done in each, by its place */
  visit(
    [visit, ...later]: readonly Visit[],
    live: (page: PagePayments, place: number) => Promise<void>,
    place = 0,
  ): void {
    if (!visit) return;
    const { world } = this;
    world.time.outlive(visit.after, () => {
      const tab = this.#open((page) => live(page, place));
      world.time.outlive(visit.stays, () => {
        if (visit.stays < TAB_STAYS) world.noteFault("tab closed or reloaded");
        tab.abort();
        this.visit(later, live, place + 1);
      });
    });
  }

  #open(live: (page: PagePayments) => Promise<void>): Tab {
    const tab = new Tab(this);
    this.world.stir();
    this.openTabs += 1;
    tab.onEnd(() => {
      this.openTabs -= 1;
    });
    runIn(tab, () => {
      const page = createPagePayments(this.thing === null ? null : { sender, recipients }, () => undefined);
      page.actions.container.current = {} as HTMLDivElement;
      page.$payment.listen(({ flow }) => {
        this.world.stir();
        if (flow.step === "editing") return;
        const says = flow.step === "notPaid" ? `notPaid: ${flow.reason}` : flow.step;
        this.keepWord(flow.order.reference, says);
      });
      void live(page);
    });
    return tab;
  }
}
