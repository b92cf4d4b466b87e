import { flushOutbox } from "~/browser/outbox/deliver-entry.ts";
import { type OutboxEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { resolveEarlier } from "~/browser/payments/ask-payment.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import { sendOrderAgain } from "~/browser/payments/open-checkout.ts";
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
  const noticed = showNotice();
  registerOpenedOrders();
  await flushOutbox();
  // It may have been paid since, and My enrolment beside the notice says so.
  await Promise.all(noticed.map(resolveEarlier));
  showNotice();
}

/** Shows the notice of payments whose end is not known, and returns those. */
function showNotice(): OutboxEntry[] {
  // A paid entry is resolved: its receipt is shown where one would pay again.
  const noticed = unresolvedEntries().filter(
    ({ payment, order }) => payment.status !== "paid" && !isShownHere(order),
  );
  document.querySelector("[data-unresolved]")?.toggleAttribute("hidden", noticed.length === 0);
  return noticed;
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
    if (payment.status === "opened" && paymentMode(order.charge.currency) !== "missing")
      sendOrderAgain(order);
  }
}
