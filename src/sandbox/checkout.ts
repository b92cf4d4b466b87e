/**
 * The checkout of a provider without a key, under npm start and npm run dev. The visitor chooses the outcome of a
 * payment that the edge has started at a stand-in (src/sandbox/providers/), and no money moves.
 */

import type { CheckoutProvider } from "~/browser/payments/load-checkout.ts";
import { createEdgeOrders } from "~/browser/payments/paypal/edge-orders.ts";
import { createPayPalCheckout } from "~/browser/payments/paypal/paypal-checkout.ts";
import type { PayPalOrders } from "~/browser/payments/paypal/paypal-orders.ts";
import { type Currency, formatExact } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { textIn } from "~/domain/text.ts";

const NOT_STARTED = "The sandbox's edge has not started this payment.";
const DECLINED = "Declined by the sandbox's bank.";

/**
 * Sends the visitor's choice to the stand-in and returns the id of the charge or order.
 * @param code Paystack's access code, or PayPal's order id
 */
async function choose(code: string, choice: "pay" | "decline"): Promise<string> {
  const response = await fetch(`/sandbox/checkout/${code}`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ choice }),
  });
  const id = response.ok ? textIn(await response.json(), "id") : null;
  if (!id) throw new Error(NOT_STARTED);
  return id;
}

const paystack: CheckoutProvider = {
  checkout: (order, { started, ...view }) =>
    new Promise((resolve) => {
      if (started?.provider !== "paystack") return resolve({ status: "unreachable", message: NOT_STARTED });
      /** Ends the checkout. Without a response it is unknown whether the stand-in took the money. */
      const end = (choice: "pay" | "decline", outcomeOf: (id: string) => CheckoutOutcome) =>
        choose(started.accessCode, choice).then(
          (id) => resolve(outcomeOf(id)),
          () => resolve({ status: "unconfirmed" }),
        );
      const dialog = openDialog(order, "Paystack", {
        Pay: () => {
          view.onApproved();
          void end("pay", (id) => ({ status: "paid", payment: { id, payer: null } }));
        },
        Decline: () => void end("decline", () => ({ status: "failed", message: DECLINED })),
        Close: () => resolve({ status: "cancelled" }),
      });
      view.signal.addEventListener("abort", dialog.cancel, { once: true });
      view.onShown();
    }),
};

const refuse = () => Promise.reject(new Error(NOT_STARTED));
/** Orders that a browser makes itself. They are refused, because the sandbox has no script of PayPal's. */
const noOrders: PayPalOrders = { create: refuse, capture: refuse };

const paypal = createPayPalCheckout((_, { order, ...buttons }) => {
  const finish = async (choice: "pay" | "decline") => {
    try {
      await choose(await buttons.createOrder({ order: { create: refuse } }), choice);
      await buttons.onApprove({
        redirect: () => undefined,
        restart: () => {
          throw new Error("The sandbox's PayPal does not come up again.");
        },
      });
    } catch (error) {
      buttons.onError(error);
    }
  };
  const dialog = openDialog(order, "PayPal", {
    Pay: () => void finish("pay"),
    Decline: () => void finish("decline"),
    Close: buttons.onCancel,
  });
  buttons.onReady();
  return dialog.close;
}, createEdgeOrders(noOrders));

export const sandboxCheckouts: Record<Currency, CheckoutProvider> = { NGN: paystack, USD: paypal };

type Actions = Record<"Pay" | "Decline" | "Close", () => void>;

/** Shows the order with a button for each action, which closes the dialog first. `cancel` presses Close. */
function openDialog(order: Order, provider: string, actions: Actions): { close(): void; cancel(): void } {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "sandbox-title");
  dialog.append(
    element("p", "badge", "Sandbox: no money moves"),
    element("h2", "mt-4 text-h3", `Pay ${formatExact(order.charge)}`, { id: "sandbox-title" }),
    element("p", "mt-1 text-muted", `${order.course.name} · ${provider} stand-in`),
    element("p", "mt-1 text-small text-muted", `Reference ${order.reference}`),
  );
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const press = (action: () => void) => {
    if (!dialog.isConnected) return;
    close();
    action();
  };
  const buttons = element("div", "mt-6 grid gap-3", "");
  for (const [text, action] of Object.entries(actions)) {
    const className = text === "Pay" ? "btn btn-primary" : "btn btn-outline";
    buttons.append(element("button", className, text, { type: "button", onclick: () => press(action) }));
  }
  dialog.append(buttons);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    press(actions.Close);
  });
  document.body.append(dialog);
  dialog.showModal();
  return { close, cancel: () => press(actions.Close) };
}

function element(tag: string, className: string, textContent: string, properties: object = {}) {
  return Object.assign(document.createElement(tag), { className, textContent, ...properties });
}
