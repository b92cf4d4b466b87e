import { deliverOutbox } from "~/mail/deliver-entry.ts";
import { deliverWaitingMails, type WaitingMailNews } from "~/mail/deliver-waiting.ts";
import { unsettledEntries } from "~/mail/outbox.ts";
import { paymentMode } from "~/payments/load-checkout.ts";
import { announceOrder } from "~/payments/tell-edge.ts";

/**
 * Points out a payment whose end nobody saw, sends what could not be delivered, and says on this page what became of
 * what a form left waiting for a network.
 */
export async function settleEarlierVisit(): Promise<void> {
  // A paid one is settled: its receipt waits where one would pay again.
  const isOpen = unsettledEntries().some(({ payment }) => payment.status !== "paid");
  const isPointedOut = isOpen && location.pathname !== "/Signup";
  document.querySelector("[data-unsettled]")?.toggleAttribute("hidden", !isPointedOut);
  announceAgain();
  await deliverOutbox();
  for (const news of await deliverWaitingMails()) tell(news);
}

/**
 * Names the payments whose end nobody saw to the edge once more: should it not have heard of them, it asks the provider
 * now, whatever the visitor remembers.
 */
function announceAgain(): void {
  for (const { order, payment } of unsettledEntries()) {
    if (payment.status === "opened" && paymentMode(order.charge.currency) !== "missing") announceOrder(order);
  }
}

const NEWS = {
  contact: {
    sent: "Your earlier message has now been sent. Our representative will be in touch with you soon.",
    refused: "Your earlier message was not accepted.",
    page: "/Contact",
  },
  newsletter: {
    sent: "Your earlier newsletter sign-up has now been sent.",
    refused: "Your earlier newsletter sign-up was not accepted.",
    page: "/",
  },
} as const;

function tell({ form, refusal }: WaitingMailNews): void {
  const { sent, refused, page } = NEWS[form];
  const notice = document.createElement("p");
  notice.className = "unsettled";
  notice.textContent = refusal ? `${refused} ` : sent;
  if (refusal) {
    const link = document.createElement("a");
    link.className = "link";
    link.href = page;
    link.textContent = "See what to do";
    notice.append(link);
  }
  // Beside the word of an unsettled payment: what is put there is read out.
  document.querySelector("[data-unsettled]")?.after(notice);
}
