/**
 * The checkout for trying the site without a provider's account. The visitor chooses the outcome, and no
 * money moves. It continues what the edge has started at the stand-in of src/sandbox/providers/, as a
 * provider's own checkout does. Only npm start and npm run dev have it, while no key is set.
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
 * Sends the visitor's choice to the stand-in's page. @param code Paystack's access code, or PayPal's order id
 */
async function choose(code: string, choice: "pay" | "decline"): Promise<string> {
  const answer = await fetch(`/sandbox/checkout/${code}`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ choice }),
  });
  const id = answer.ok ? textIn(await answer.json(), "id") : null;
  if (!id) throw new Error(NOT_STARTED);
  return id;
}

const paystack: CheckoutProvider = {
  checkout: (order, { started, ...view }) =>
    new Promise((resolve) => {
      if (started?.provider !== "paystack") return resolve({ status: "unreachable", message: NOT_STARTED });
      /** Ends the checkout. After a lost answer it is unknown whether the money moved. */
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
/** Refuses orders, because no script of PayPal's could make them here. */
const noOrders: PayPalOrders = { create: refuse, capture: refuse };

const paypal = createPayPalCheckout((_, { order, ...buttons }) => {
  const agree = async (choice: "pay" | "decline") => {
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
    Pay: () => void agree("pay"),
    Decline: () => void agree("decline"),
    Close: buttons.onCancel,
  });
  buttons.onReady();
  return dialog.close;
}, createEdgeOrders(noOrders));

export const sandboxCheckouts: Record<Currency, CheckoutProvider> = { NGN: paystack, USD: paypal };

const CLASSES = { Pay: "btn btn-primary", Decline: "btn btn-outline", Close: "btn btn-outline" } as const;
const TEXTS = ["Pay", "Decline", "Close"] as const;

/** Shows the order with its three buttons, each of which closes the dialog and then acts. */
function openDialog(
  order: Order,
  provider: string,
  actions: Record<(typeof TEXTS)[number], () => void>,
): { close(): void; cancel(): void } {
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
  const press = (text: (typeof TEXTS)[number]) => {
    if (!dialog.isConnected) return;
    close();
    actions[text]();
  };
  const buttons = element("div", "mt-6 grid gap-3", "");
  for (const text of TEXTS) {
    const button = element("button", CLASSES[text], text, { type: "button" });
    button.addEventListener("click", () => press(text));
    buttons.append(button);
  }
  dialog.append(buttons);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    press("Close");
  });
  document.body.append(dialog);
  dialog.showModal();
  return { close, cancel: () => press("Close") };
}

function element(tag: string, className: string, text: string, attributes: Record<string, string> = {}) {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
