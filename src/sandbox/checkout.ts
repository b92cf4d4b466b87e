/**
 * A checkout for trying the site without an account at a provider: it looks like one, says that no money moves, and
 * ends the way the visitor asks for. It is part of npm start and npm run dev only, and only where no key is set.
 */
import type { Order } from "~/domain/enrolment/order.ts";
import type { CheckoutOutcome } from "~/domain/enrolment/payment-flow.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { CheckoutProvider } from "~/payments/checkout-provider.ts";

const CHOICES: { text: string; className: string; outcome(order: Order): CheckoutOutcome }[] = [
  {
    text: "Pay",
    className: "btn btn-primary",
    outcome: (order) => ({
      status: "paid",
      payment: {
        id: `sandbox-${order.reference}`,
        payer: order.customer.email ? null : { name: "Sandbox Payer", email: "payer@example.com" },
      },
    }),
  },
  {
    text: "Decline",
    className: "btn btn-outline",
    outcome: () => ({ status: "failed", message: "Declined by the sandbox's bank." }),
  },
  { text: "Close", className: "btn btn-outline", outcome: () => ({ status: "cancelled" }) },
];

export const sandboxCheckout: CheckoutProvider = {
  checkout: (order, view) =>
    new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      dialog.className = "dialog";
      dialog.setAttribute("aria-labelledby", "sandbox-title");
      const isPayPal = order.charge.currency === "USD";
      dialog.append(
        element("p", "badge", "Sandbox: no money moves"),
        element("h2", "mt-4 text-h3", `Pay ${formatExact(order.charge)}`, { id: "sandbox-title" }),
        element("p", "mt-1 text-muted", `${order.courseName} · ${isPayPal ? "PayPal" : "Paystack"} stand-in`),
        element("p", "mt-1 text-small text-muted", `Reference ${order.reference}`),
      );
      const finish = (outcome: CheckoutOutcome) => {
        dialog.close();
        dialog.remove();
        resolve(outcome);
      };
      const buttons = element("div", "mt-6 grid gap-3", "");
      for (const { text, className, outcome } of CHOICES) {
        const button = element("button", className, text, { type: "button" });
        button.addEventListener("click", () => {
          if (text === "Pay") view.onApproved();
          finish(outcome(order));
        });
        buttons.append(button);
      }
      dialog.append(buttons);
      const close = () => finish({ status: "cancelled" });
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        close();
      });
      view.signal.addEventListener("abort", close, { once: true });
      document.body.append(dialog);
      dialog.showModal();
      view.onShown();
    }),
};

function element(tag: string, className: string, text: string, attributes: Record<string, string> = {}) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
