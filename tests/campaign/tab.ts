import {
  createPaymentStore,
  type MailAddresses,
  type PaymentStore,
} from "~/browser/payments/payment-store.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { Browser } from "./browser.ts";
import { checkoutStage, type Payer } from "./checkout.ts";
import { Process, runIn } from "./virtual-time.ts";
import type { World } from "./world.ts";

export interface TabFacts {
  readonly name: string;
  readonly browser: Browser;
  /** Whom the tab belongs to. */
  readonly payer: Payer;
  /** null where the edge starts each payment. */
  readonly addresses: MailAddresses | null;
  /** What its orders are for; null where the page keeps its attempts itself. */
  readonly thing: string | null;
}

/** Opens a tab with a page that takes payments, and keeps what it says of them. */
export function openTab(
  world: World,
  { name, browser, payer, addresses, thing }: TabFacts,
  live: (payment: PaymentStore) => Promise<void>,
): Process {
  const tab = new Process(name, browser);
  world.stir();
  runIn(tab, () => {
    let open: Order | null = null;
    const payment = createPaymentStore(addresses, () => undefined);
    payment.actions.container.current = {} as HTMLDivElement;
    payment.$payment.listen(({ flow }) => {
      world.stir();
      if (flow.step === "editing") return;
      open = flow.order;
      const { reference, charge } = flow.order;
      if (thing !== null) {
        world.keepAttempt({ browser: browser.name, reference, thing, minor: charge.minor, pays: null });
      }
      const says = flow.step === "notPaid" ? `notPaid: ${flow.reason}` : flow.step;
      world.keepWord(browser.name, reference, says);
    });
    const openOrder = () => {
      if (!open) throw new Error("No checkout is open.");
      return open;
    };
    tab.stage = checkoutStage(world, payer, openOrder);
    void live(payment);
  });
  tab.onEnd(() => world.note("tab is gone"));
  return tab;
}
