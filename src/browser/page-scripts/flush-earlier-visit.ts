import { flushOutbox } from "~/browser/outbox/deliver-entry.ts";
import { type OutboxEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { resolveEarlier } from "~/browser/payments/ask-payment.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import { sendOrderAgain } from "~/browser/payments/open-checkout.ts";
import type { Order } from "~/domain/payments/order.ts";

/**
 * Shows the notice of an unresolved payment of an earlier visit, and sends the outbox.
 * @param showTuition called if this page shows the result of a tuition payment, and there is one
 */
export async function flushEarlierVisit(showTuition: () => void): Promise<void> {
  const unresolved = unresolvedEntries();
  // A payment that is open on this page has its own dialogs.
  const isPaying = document.documentElement.dataset.paying !== undefined;
  if (!isPaying && unresolved.some(({ order }) => isTuitionHere(order))) showTuition();
  const noticed = showNotice();
  registerOpenedOrders();
  await flushOutbox();
  // A payment may have been confirmed since, and My enrolment beside the notice shows it.
  await Promise.all(noticed.map(resolveEarlier));
  showNotice();
}

/** Shows the notice of payments whose result is unknown, and returns them. */
function showNotice(): OutboxEntry[] {
  // A paid entry is resolved: the form that would pay again shows its receipt.
  const noticed = unresolvedEntries().filter(
    ({ payment, order }) => payment.status !== "paid" && !isShownHere(order),
  );
  document.querySelector("[data-unresolved]")?.toggleAttribute("hidden", noticed.length === 0);
  return noticed;
}

/** Whether this page itself shows the payment's result. */
function isShownHere(order: Order): boolean {
  return location.pathname === "/Signup" || isTuitionHere(order);
}

function isTuitionHere({ purpose }: Order): boolean {
  return purpose === "tuition" && location.pathname === "/Pricing";
}

/**
 * Sends orders with an unknown result to the edge again. If it has no record of one, it asks the provider.
 */
function registerOpenedOrders(): void {
  for (const { order, payment } of unresolvedEntries()) {
    if (payment.status === "opened" && paymentMode(order.charge.currency) !== "missing")
      sendOrderAgain(order);
  }
}
