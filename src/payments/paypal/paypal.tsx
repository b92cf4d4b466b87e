/**
 * PayPal's checkout, for dollars: its own buttons, drawn into the open pay dialog.
 *
 * One script and one set of buttons exist at a time; several break each other. The script is loaded here and nowhere
 * else, and a watchdog answers for it when it never arrives.
 */
import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { Component, type ReactNode, useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import type { Order } from "~/domain/enrolment/order.ts";
import type { CheckoutOutcome } from "~/domain/enrolment/payment-flow.ts";
import { isOwnEdge } from "~/mail/own-edge.ts";
import { checkOrder } from "../check-order.ts";
import { UNREACHABLE_MESSAGES } from "../checkout-messages.ts";
import type { CheckoutProvider } from "../checkout-provider.ts";
import { createEdgeOrders } from "./edge-orders.ts";
import { browserOrders, OrderRefused, type PayPalOrders } from "./paypal-orders.ts";

export const LOAD_TIMEOUT_MS = 20_000;
/** A capture is one call; one that has said nothing for so long is looked up by staff. */
export const CAPTURE_TIMEOUT_MS = 90_000;

const NOT_RENDERED = "Failed to render <PayPalButtons /> component.";

/**
 * PayPal's checkout for dollars.
 * @param clientId the public one
 * @param orders by default the edge's, where this site has one
 */
export function createPayPal(
  clientId: string,
  orders: PayPalOrders = isOwnEdge() ? createEdgeOrders(browserOrders) : browserOrders,
): CheckoutProvider {
  return {
    checkout: (order, view) =>
      new Promise((resolve) => {
        checkOrder(order, "USD", { needsEmail: false });
        const host = view.container.ownerDocument.createElement("div");
        view.container.replaceChildren(host);
        const root = createRoot(host);
        const finish = (outcome: CheckoutOutcome) => {
          // PayPal tells of an error as well that has been told.
          if (isOver) return;
          isOver = true;
          if (outcome.status !== "paid" && outcome.status !== "unconfirmed") orders.abandon?.(order);
          clearTimeout(watchdog);
          clearTimeout(captureWatchdog);
          view.signal.removeEventListener("abort", onAbort);
          // PayPal's buttons may be calling from inside their own rendering.
          setTimeout(() => {
            root.unmount();
            host.remove();
          });
          resolve(outcome);
        };
        let isOver = false;
        let isApproved = false;
        let captureWatchdog: ReturnType<typeof setTimeout> | undefined;
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

        root.render(
          <Boundary onError={() => giveUp({ status: "unreachable", message: NOT_RENDERED })}>
            <PayPalScriptProvider
              options={{ clientId, currency: "USD", intent: "capture", components: "buttons" }}
            >
              <Buttons
                order={order}
                orders={orders}
                onApproved={() => {
                  if (isOver) return false;
                  isApproved = true;
                  clearTimeout(watchdog);
                  clearTimeout(captureWatchdog);
                  captureWatchdog = setTimeout(() => finish({ status: "unconfirmed" }), CAPTURE_TIMEOUT_MS);
                  view.onApproved();
                  return true;
                }}
                onReady={() => {
                  clearTimeout(watchdog);
                  view.onShown();
                }}
                onCaptured={finish}
                onGivenUp={giveUp}
              />
            </PayPalScriptProvider>
          </Boundary>,
        );
      }),
  };
}

interface ButtonsProps {
  order: Order;
  orders: PayPalOrders;
  onReady(): void;
  /** False when the checkout has ended already: then nothing may be charged any more. */
  onApproved(): boolean;
  /** What came of the charge. */
  onCaptured(outcome: CheckoutOutcome): void;
  /** PayPal ended without a charge, as far as it says. */
  onGivenUp(outcome: CheckoutOutcome): void;
}

function Buttons({ order, orders, onReady, onApproved, onCaptured, onGivenUp }: ButtonsProps) {
  const [{ isRejected }] = usePayPalScriptReducer();
  useEffect(() => {
    if (isRejected) onGivenUp({ status: "unreachable", message: UNREACHABLE_MESSAGES.USD });
  }, [isRejected, onGivenUp]);
  return (
    <PayPalButtons
      style={{ layout: "vertical", shape: "rect", label: "pay" }}
      forceReRender={[order.reference, order.charge.minor]}
      onInit={onReady}
      createOrder={async (_, actions) => {
        try {
          return await orders.create(order, actions);
        } catch (error) {
          // PayPal's script may wrap the words on their way back.
          if (error instanceof OrderRefused) onGivenUp({ status: error.reason, message: error.message });
          throw error;
        }
      }}
      onApprove={async (_, actions) => {
        if (onApproved()) onCaptured(await orders.capture(order, actions));
      }}
      onCancel={() => onGivenUp({ status: "cancelled" })}
      onError={(error) => onGivenUp({ status: "failed", message: messageOf(error) })}
    >
      <NotEligible onMount={() => onGivenUp({ status: "unreachable", message: NOT_RENDERED })} />
    </PayPalButtons>
  );
}

/** Drawn in the buttons' place where PayPal offers none to this visitor: an empty dialog would say nothing. */
function NotEligible({ onMount }: { onMount(): void }) {
  const tell = useRef(onMount);
  useEffect(() => tell.current(), []);
  return null;
}

function messageOf(error: Record<string, unknown>): string {
  return typeof error.message === "string" && error.message !== ""
    ? error.message
    : "PayPal could not start the payment.";
}

/** PayPal's component throws while rendering when its script is broken. */
class Boundary extends Component<{ onError(): void; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
