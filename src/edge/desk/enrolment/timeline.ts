/** The events of a payment, in words for staff. */

import { amountText } from "~/domain/money/money.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import type { HistoryKind } from "~/domain/payments/payment-history.ts";
import type { RecordedEvent } from "~/edge/payments/payment-events.ts";
import { CHANNEL_NAMES, isOfStaff } from "~/edge/payments/provider.ts";

const WORDS: Record<HistoryKind, string> = {
  registered: "The visitor named the order",
  ordered: "An order was made",
  approved: "The payer agreed; nothing was charged yet",
  lapsed: "The payer agreed too long ago: it is not charged any more",
  charged: "Charged",
  "test-charged": "Charged on the test account: no money moved",
  pending: "Held back by the provider",
  declined: "Declined by the bank",
  denied: "Refused by the provider",
  refunded: "Refunded",
  "refunded-elsewhere": "Given back by bank transfer or in cash",
  reversed: "Taken back by the bank or the provider",
  "refund-pending": "Refund under way",
  "refund-needs-attention": "A refund waits for the payer's bank details",
  "refund-failed": "A refund failed",
  disputed: "Disputed: the payer's bank asks for the money back",
  "dispute-won": "Dispute won",
  "dispute-lost": "Dispute lost",
  "not-at-provider": "Not in the provider's own list as it is recorded here",
  "returned-in-all": "Gone back in all until then",
};

/** "Charged N194,000 NGN. Told by Paystack, number 4099260516." */
export function eventText(event: RecordedEvent): string {
  const { kind, amountMinor, currency, provider, source } = event;
  const amount = amountMinor !== null && currency ? ` ${amountText(currency, amountMinor)}` : "";
  const channel = CHANNEL_NAMES[provider];
  const by =
    source === "desk"
      ? `Recorded by staff${isOfStaff(provider) ? `: ${channel}` : ""}`
      : source === "browser"
        ? "From the visitor's browser"
        : source === "webhook"
          ? `Told by ${channel}`
          : `${channel} was asked`;
  const number = source === "browser" || source === "desk" ? "" : `, number ${subjectOf(event)}`;
  return `${WORDS[kind]}${amount}. ${by}${number}.`;
}
