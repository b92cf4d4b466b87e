import {
  createPaymentStore,
  type MailAddresses,
  type PaymentStore,
} from "~/browser/payments/payment-store.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { PaymentFlow } from "~/domain/payments/payment-flow.ts";
import type { Browser } from "./browser.ts";
import { checkoutStage } from "./checkout.ts";
import type { CheckoutStories } from "./checkout-stories.ts";
import type { Providers } from "./providers.ts";
import { setStage } from "./stand-ins.ts";
import { Process, runIn } from "./virtual-time.ts";
import { type Attempt, note, stir, type World } from "./world.ts";

export interface TabFacts {
  readonly name: string;
  readonly browser: Browser;
  /** null where the edge starts each payment. */
  readonly addresses: MailAddresses | null;
  /** Of the checkouts that are opened by whom the tab belongs to. */
  readonly stories: CheckoutStories;
  /** How many checkouts were opened with these stories: those of other tabs count, too. */
  readonly opened: { checkouts: number };
  /** What its orders are for; null where the page keeps its attempts itself. */
  readonly thing: string | null;
}

/** Opens a tab with a page that takes payments, and keeps what it says of them. */
export function openTab(
  world: World,
  providers: Providers,
  facts: TabFacts,
  live: (payment: PaymentStore) => Promise<void>,
): Process {
  const { name, browser, addresses, stories, opened } = facts;
  const tab = new Process(name, browser);
  stir(world);
  runIn(tab, () => {
    let open: Order | null = null;
    const payment = createPaymentStore(addresses, () => undefined);
    payment.actions.container.current = {} as HTMLDivElement;
    payment.$payment.listen(({ flow }) => {
      if (flow.step !== "editing") open = flow.order;
      keepFlow(world, facts, flow);
    });
    setStage(
      tab,
      checkoutStage(world, {
        providers,
        nextStory: (currency) => {
          const own = stories[currency];
          const story = own[Math.min(opened.checkouts, own.length - 1)] as (typeof own)[number];
          opened.checkouts += 1;
          return story;
        },
        order: () => {
          if (!open) throw new Error("No checkout is open.");
          return open;
        },
      }),
    );
    void live(payment);
  });
  tab.onEnd(() => note(world, "tab is gone"));
  return tab;
}

function keepFlow(world: World, { browser, thing }: TabFacts, flow: PaymentFlow): void {
  stir(world);
  if (flow.step === "editing") return;
  const { reference, charge } = flow.order;
  if (thing !== null) {
    keepAttempt(world, { browser: browser.name, reference, thing, minor: charge.minor, pays: null });
  }
  keepWord(world, browser, reference, flow.step === "notPaid" ? `notPaid: ${flow.reason}` : flow.step);
}

/** Keeps that Pay was pressed in a browser, once for each reference. */
export function keepAttempt({ attempts, time }: World, attempt: Omit<Attempt, "at">): void {
  const { reference, browser } = attempt;
  if (attempts.some((each) => each.reference === reference && each.browser === browser)) return;
  attempts.push({ at: time.now, ...attempt });
}

/** Keeps what a page said of a payment. */
export function keepWord({ words, time }: World, browser: Browser, reference: string, says: string): void {
  words.push({ at: time.now, browser: browser.name, reference, says });
}
