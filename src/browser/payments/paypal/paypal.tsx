import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { Component, type ReactNode, useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { UNREACHABLE_MESSAGES } from "~/domain/payments/checkout.ts";
import type { CheckoutProvider } from "../load-checkout.ts";
import { type PayPalButtons as Buttons, createPayPalCheckout } from "./paypal-checkout.ts";

/**
 * PayPal's own buttons, drawn into the open pay dialog.
 *
 * One script and one set of buttons exist at a time; several break each other. The script is loaded here and nowhere
 * else; the checkout's watchdog ends one that never arrives.
 */

const NOT_RENDERED = "Failed to render <PayPalButtons /> component.";

/** PayPal's checkout for dollars. @param clientId the public one */
export function createPayPal(clientId: string): CheckoutProvider {
  return createPayPalCheckout((container, buttons) => {
    const host = container.ownerDocument.createElement("div");
    container.replaceChildren(host);
    const root = createRoot(host);
    root.render(
      <Boundary onError={() => buttons.onUnavailable(NOT_RENDERED)}>
        <PayPalScriptProvider
          options={{ clientId, currency: "USD", intent: "capture", components: "buttons" }}
        >
          <OrderButtons {...buttons} />
        </PayPalScriptProvider>
      </Boundary>,
    );
    return () => {
      root.unmount();
      host.remove();
    };
  });
}

function OrderButtons({ order, onUnavailable, ...buttons }: Buttons) {
  const [{ isRejected }] = usePayPalScriptReducer();
  useEffect(() => {
    if (isRejected) onUnavailable(UNREACHABLE_MESSAGES.USD);
  }, [isRejected, onUnavailable]);
  return (
    <PayPalButtons
      style={{ layout: "vertical", shape: "rect", label: "pay" }}
      forceReRender={[order.reference, order.charge.minor]}
      onInit={buttons.onReady}
      createOrder={(_, actions) => buttons.createOrder(actions)}
      onApprove={(_, actions) => buttons.onApprove(actions)}
      onCancel={buttons.onCancel}
      onError={buttons.onError}
    >
      <NotEligible onMount={() => onUnavailable(NOT_RENDERED)} />
    </PayPalButtons>
  );
}

/** Drawn in the buttons' place where PayPal offers none to this visitor: an empty dialog would say nothing. */
function NotEligible({ onMount }: { onMount(): void }) {
  const latest = useRef(onMount);
  useEffect(() => latest.current(), []);
  return null;
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
