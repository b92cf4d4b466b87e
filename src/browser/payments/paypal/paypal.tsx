import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { UNREACHABLE_MESSAGES } from "~/domain/payments/checkout.ts";
import type { CheckoutProvider } from "../load-checkout.ts";
import { type PayPalButtons as Buttons, createPayPalCheckout } from "./paypal-checkout.ts";

/** The message to the visitor if PayPal draws no buttons. It is the beginning of PayPal's own error. */
const NOT_RENDERED_MESSAGE = "Failed to render <PayPalButtons /> component.";

/**
 * Returns PayPal's checkout, which draws PayPal's own buttons into the open pay dialog. Only one set of buttons may
 * exist at a time, because several break each other.
 */
export function createPayPal(clientId: string): CheckoutProvider {
  return createPayPalCheckout((container, buttons) => {
    const host = container.ownerDocument.createElement("div");
    container.replaceChildren(host);
    // PayPal's component throws while it renders if its script is broken.
    const root = createRoot(host, { onUncaughtError: () => buttons.onUnavailable(NOT_RENDERED_MESSAGE) });
    root.render(
      <PayPalScriptProvider options={{ clientId, currency: "USD", intent: "capture", components: "buttons" }}>
        <OrderButtons {...buttons} />
      </PayPalScriptProvider>,
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
      <NotEligible onUnavailable={onUnavailable} />
    </PayPalButtons>
  );
}

/** What PayPal's component renders if it offers this visitor no button. It draws nothing, and ends the checkout. */
function NotEligible({ onUnavailable }: Pick<Buttons, "onUnavailable">) {
  useEffect(() => onUnavailable(NOT_RENDERED_MESSAGE), [onUnavailable]);
  return null;
}
