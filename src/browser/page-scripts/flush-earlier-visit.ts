import { flushOutbox } from "~/browser/outbox/deliver-entry.ts";
import { unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { flushPendingMails, type PendingMailResult } from "~/browser/outbox/pending-mails.ts";
import { paymentMode } from "~/browser/payments/load-checkout.ts";
import { registerAgain } from "~/browser/payments/register-order.ts";
import type { Order } from "~/domain/payments/order.ts";

/**
 * Flushes what an earlier visit left in storage: shows the notice of an unresolved payment, sends the outbox and the
 * pending mails, and shows the results of the latter on this page.
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
  const pageOpened = new Date(performance.timeOrigin);
  for (const result of await flushPendingMails(pageOpened)) showResult(result);
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

const RESULTS = {
  contact: {
    sent: "Your earlier message has now been sent. Our representative will be in touch with you soon.",
    refused: "Your earlier message wasn't accepted.",
    page: "/Contact",
  },
  newsletter: {
    sent: "Your earlier newsletter sign-up has now been sent.",
    refused: "Your earlier newsletter sign-up wasn't accepted.",
    page: "/",
  },
} as const;

function showResult({ form, refusal }: PendingMailResult): void {
  const { sent, refused, page } = RESULTS[form];
  const notice = document.createElement("p");
  notice.className = "unresolved";
  notice.textContent = refusal ? `${refused} ` : sent;
  if (refusal) {
    const link = document.createElement("a");
    link.className = "link";
    link.href = page;
    link.textContent = "See what to do";
    notice.append(link);
  }
  // In the live region of the unresolved payment, so that a screen reader announces it.
  document.querySelector("[data-unresolved]")?.after(notice);
}
