import { UNREACHABLE_MESSAGES } from "~/domain/payments/checkout.ts";
import { checkOrder, type Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import type { CheckoutProvider } from "../load-checkout.ts";
import { createEdgeOrders } from "./edge-orders.ts";
import {
  type ApproveActions,
  browserOrders,
  type CreateActions,
  OrderRefused,
  type PayPalOrders,
} from "./paypal-orders.ts";

const LOAD_TIMEOUT_MS = 20_000;
/** Staff look up a capture that takes longer. */
const CAPTURE_TIMEOUT_MS = 90_000;

/** The buttons of one order: what they request and report. */
export interface PayPalButtons {
  readonly order: Order;
  /** Called when the buttons are visible. */
  onReady(): void;
  /** Resolves with PayPal's order id; rejects if no order is created. */
  createOrder(actions: CreateActions): Promise<string>;
  /** Called when the visitor has agreed to pay. */
  onApprove(actions: ApproveActions): Promise<void>;
  onCancel(): void;
  onError(error: unknown): void;
  /** Called when the buttons cannot be drawn, with a message to the visitor. */
  onUnavailable(message: string): void;
}

/** Draws buttons into an empty element. @returns the function that removes them */
type DrawButtons = (container: HTMLElement, buttons: PayPalButtons) => () => void;

/** Returns PayPal's checkout for dollars. */
export function createPayPalCheckout(
  draw: DrawButtons,
  orders: PayPalOrders = createEdgeOrders(browserOrders),
): CheckoutProvider {
  return {
    abandon: orders.abandon,
    checkout: (order, view) =>
      new Promise((resolve) => {
        checkOrder(order, "USD", { needsEmail: false });
        const startedId = view.started?.provider === "paypal" ? view.started.orderId : null;
        let isOver = false;
        let isApproved = false;
        /** The bank's last refusal. The visitor may have chosen another way to pay since. */
        let declined: CheckoutOutcome | null = null;
        let captureWatchdog: ReturnType<typeof setTimeout> | undefined;
        const finish = (outcome: CheckoutOutcome) => {
          // PayPal reports an error twice.
          if (isOver) return;
          isOver = true;
          clearTimeout(watchdog);
          clearTimeout(captureWatchdog);
          view.signal.removeEventListener("abort", onAbort);
          // PayPal's buttons may be calling from inside their own rendering.
          setTimeout(() => remove());
          resolve(outcome);
        };
        // Once the visitor has agreed, only the response to the capture proves that nothing was charged.
        const giveUp = (outcome: CheckoutOutcome) => finish(isApproved ? { status: "unconfirmed" } : outcome);
        const onAbort = () => {
          if (!isApproved) finish({ status: "cancelled" });
        };
        const watchdog = setTimeout(
          () => finish({ status: "unreachable", message: UNREACHABLE_MESSAGES.USD }),
          LOAD_TIMEOUT_MS,
        );
        view.signal.addEventListener("abort", onAbort, { once: true });

        const remove = draw(view.container, {
          order,
          onReady: () => {
            clearTimeout(watchdog);
            view.onShown();
          },
          createOrder: async (actions) => {
            try {
              return await orders.create(order, actions, startedId);
            } catch (error) {
              // PayPal's script may wrap the message before it calls `onError`.
              if (error instanceof OrderRefused) {
                giveUp(error.reported ?? { status: error.reason, message: error.message });
              }
              throw error;
            }
          },
          onApprove: async (actions) => {
            // Nothing may be charged after the checkout has ended.
            if (isOver) return;
            isApproved = true;
            clearTimeout(watchdog);
            clearTimeout(captureWatchdog);
            captureWatchdog = setTimeout(() => finish({ status: "unconfirmed" }), CAPTURE_TIMEOUT_MS);
            view.onApproved();
            const outcome = await orders.capture(order, actions);
            if (outcome.status !== "declined") return finish(outcome);
            if (isOver) return;
            isApproved = false;
            clearTimeout(captureWatchdog);
            declined = { status: "failed", message: outcome.message };
            view.onDeclined();
            try {
              // PayPal's window opens again for the same order.
              actions.restart();
            } catch {
              finish(declined);
            }
          },
          onCancel: () => giveUp(declined ?? { status: "cancelled" }),
          onError: (error) => giveUp({ status: "failed", message: messageOf(error) }),
          onUnavailable: (message) => giveUp({ status: "unreachable", message }),
        });
      }),
  };
}

function messageOf(error: unknown): string {
  const message: unknown = Object(error).message;
  return typeof message === "string" && message !== "" ? message : "PayPal couldn't start the payment.";
}
