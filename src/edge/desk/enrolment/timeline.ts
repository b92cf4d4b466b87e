/** What the desk says of an enrolment's history: each event in a sentence, and the mails about it. */
import { amountText } from "~/domain/money/money.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import type { HistoryKind } from "~/domain/payments/payment-history.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import type { MailStatus } from "~/edge/mail/mail-store.ts";
import type { RecordedEvent } from "~/edge/payments/payment-events.ts";
import { CHANNEL_NAMES, isOfStaff } from "~/edge/payments/provider.ts";

const WORDS: Record<HistoryKind, string> = {
  registered: "Order started",
  ordered: "An order was made",
  approved: "The payer agreed, not charged yet",
  lapsed: "The payer agreed too long ago, so it won't be charged",
  charged: "Charged",
  retracted: "Recorded by mistake, and taken back",
  "test-charged": "Charged on the test account: no money moved",
  pending: "Held back by the provider",
  "given-up": "No longer waited for",
  declined: "Refused when it was to be charged",
  denied: "Refused by the provider",
  refunded: "Refunded",
  "refunded-elsewhere": "Given back by bank transfer or in cash",
  reversed: "Taken back by the bank or the provider",
  "refund-pending": "Refund under way",
  "refund-needs-attention": "Refund waiting for the payer's bank details",
  "refund-failed": "A refund failed",
  disputed: "Disputed: the payer's bank wants the money back",
  "dispute-won": "Dispute won",
  "dispute-lost": "Dispute lost",
  "not-at-provider": "Doesn't match the provider's list",
  "at-provider": "Matches the provider's list",
  "returned-in-all": "Returned in total by then",
  reinstated: "Given back by the bank or the provider",
};

/** About an order at PayPal: whoever has its number can capture or abandon it. */
const OF_AN_ORDER: readonly HistoryKind[] = ["ordered", "approved", "lapsed", "declined"];

/** "Charged N194,000 NGN. Reported by Paystack, number 4099260516." */
export function eventText(event: RecordedEvent): string {
  const { kind, amountMinor, currency, source } = event;
  const amount = amountMinor !== null && currency ? ` ${amountText(currency, amountMinor)}` : "";
  const isUnnumbered = source === "browser" || source === "desk" || OF_AN_ORDER.includes(kind);
  const number = isUnnumbered ? "" : `, number ${subjectOf(event)}`;
  return `${WORDS[kind]}${amount}. ${sourceText(event)}${number}.`;
}

function sourceText({ provider, source }: RecordedEvent): string {
  const channel = CHANNEL_NAMES[provider];
  if (source === "desk") return `Recorded by staff${isOfStaff(provider) ? `: ${channel}` : ""}`;
  if (source === "browser") return "From the visitor's browser";
  return source === "webhook" ? `Reported by ${channel}` : `Checked with ${channel}`;
}

export interface SentMail {
  readonly id: number;
  readonly createdAt: string;
  readonly to: string;
  readonly subject: string;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly deliveredAt: string | null;
  readonly lastError: string | null;
  readonly isToStaff: boolean;
  /** Without it, it cannot be sent again. */
  readonly hasText: boolean;
}

/** Sorts after every character of a key. */
const AFTER_KEYS = "~";

/** The mails about an enrolment and its payments, to the learner and to staff, the newest first. */
export async function mailsOf(db: Database, id: string, references: readonly string[]): Promise<SentMail[]> {
  const begins = [id, ...references].flatMap((about) => [
    `learner:${about}:`,
    `provider:${about}:`,
    `enrolment:${about}:`,
  ]);
  // A CROSS JOIN keeps SQLite from reading all mails by their numbers first.
  type Row = Omit<SentMail, "isToStaff" | "hasText"> & { isToStaff: number; hasText: number };
  const results = await rowsOf<Row>(db)`
    SELECT mails.id, created_at AS createdAt, to_address AS "to", subject, status, attempts,
      delivered_at AS deliveredAt, last_error AS lastError,
      substr(idempotency_key, 1, 8) <> 'learner:' AS isToStaff, message <> '' AS hasText
    FROM json_each(${JSON.stringify(begins)}) CROSS JOIN mails ON idempotency_key >= value
      AND idempotency_key < value || ${AFTER_KEYS}
    ORDER BY mails.id DESC LIMIT 100`;
  return results.map((row) => ({ ...row, isToStaff: row.isToStaff === 1, hasText: row.hasText === 1 }));
}
