import { flushOutbox } from "~/browser/outbox/deliver-entry.ts";
import { unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import { registerAgain } from "~/browser/payments/register-order.ts";
import type { Order } from "~/domain/payments/order.ts";

/**
 * Flushes what an earlier visit left in storage: shows the notice of an unresolved payment, and sends the outbox.
 * @param showTuition called where the page says how a tuition payment ended, and there is one
 */
export async function flushEarlierVisit(showTuition: () => void): Promise<void> {
  const unresolved = unresolvedEntries();
  // What this page itself is paying has its own dialogs.
  const isPaying = document.documentElement.dataset.paying !== undefined;
  if (!isPaying && unresolved.some(({ order }) => isTuitionHere(order))) showTuition();
  // A paid entry is resolved: its receipt is shown where one would pay again.
  const isShown = unresolved.some(({ payment, order }) => payment.status !== "paid" && !isShownHere(order));
  document.querySelector("[data-unresolved]")?.toggleAttribute("hidden", !isShown);
  registerOpenedOrders();
  await flushOutbox();
}

/** Whether this page says itself how the payment ended. */
function isShownHere(order: Order): boolean {
  return location.pathname === "/Signup" || isTuitionHere(order);
}

function isTuitionHere({ purpose }: Order): boolean {
  return purpose === "tuition" && location.pathname === "/Pricing";
}

/**
 * Registers orders with an unknown result at the edge once more: if it has no record of one, it asks the provider now,
 * whatever the visitor remembers.
 */
function registerOpenedOrders(): void {
  for (const { order, payment } of unresolvedEntries()) {
    if (payment.status === "opened" && paymentMode(order.charge.currency) !== "missing") registerAgain(order);
  }
}
