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
/** A capture is one call; one without an answer for so long is looked up by staff. */
const CAPTURE_TIMEOUT_MS = 90_000;

/** One order's buttons: what they ask for and report. */
export interface PayPalButtons {
  readonly order: Order;
  /** The buttons are on the screen. */
  onReady(): void;
  /** Resolves with PayPal's order id; rejects when no order is made. */
  createOrder(actions: CreateActions): Promise<string>;
  /** The visitor has agreed to pay. */
  onApprove(actions: ApproveActions): Promise<void>;
  onCancel(): void;
  onError(error: unknown): void;
  /** The buttons cannot be drawn, for the reason that the visitor is given. */
  onUnavailable(message: string): void;
}

/** Draws buttons into an empty element. @returns what removes them */
export type DrawButtons = (container: HTMLElement, buttons: PayPalButtons) => () => void;

/**
 * PayPal's checkout for dollars.
 * @param orders by default the edge's or, on a host without one, the browser's
 */
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
        /** The bank's answer to the way to pay that was chosen last. */
        let declined: CheckoutOutcome | null = null;
        let captureWatchdog: ReturnType<typeof setTimeout> | undefined;
        const finish = (outcome: CheckoutOutcome) => {
          // PayPal reports an error a second time.
          if (isOver) return;
          isOver = true;
          clearTimeout(watchdog);
          clearTimeout(captureWatchdog);
          view.signal.removeEventListener("abort", onAbort);
          // PayPal's buttons may be calling from inside their own rendering.
          setTimeout(() => remove());
          resolve(outcome);
        };
        // Once the visitor has agreed, only the capture's own answer says that nothing was charged.
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
              // PayPal's script may wrap the words on their way back.
              if (error instanceof OrderRefused) {
                giveUp(error.reported ?? { status: error.reason, message: error.message });
              }
              throw error;
            }
          },
          onApprove: async (actions) => {
            // The checkout has ended already: then nothing may be charged any more.
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
              // PayPal comes up again, for the same order.
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
