import { lagosTimeLabel } from "~/domain/dates/day.ts";
import { decimalOfHundredths, formatExact, fromMinor } from "~/domain/money/money.ts";
import { distinctIn, moneyMoved, stateId, subjectOf } from "~/domain/payments/money-back.ts";
import {
  flagWords,
  type HistoryEvent,
  type HistoryKind,
  type PaymentFlag,
  type PaymentStatus,
  statusText,
} from "~/domain/payments/payment-history.ts";
import {
  type MessageRow,
  nameAndEmail,
  proofOf,
  registrationMessage,
} from "~/domain/payments/registration-message.ts";
import { escapeHtml, lowerFirst } from "~/domain/text.ts";
import { providerChargeId, type RecordedEvent } from "./payment-events.ts";
import { linesOf, type PaymentRecord } from "./payment-record.ts";
import { CHANNEL_NAMES } from "./provider.ts";

export interface NoticeText {
  /** A subject that no browser can send, so that a mail with it is always the provider's report. */
  readonly subject: string;
  /** HTML, in which typed text is escaped. */
  readonly message: string;
}

export const PAYMENT_ADVICE: Record<PaymentFlag, string> = {
  "not-at-provider":
    "This payment doesn't match the provider's list. Check it there, and don't enrol until it's found.",
  disputed: "The payer's bank wants the money back. Answer the dispute at the provider before its deadline.",
  "currency-mismatch":
    "Paid in a different currency from the one asked. Don't enrol until you've settled it with the payer.",
  "unknown-course": "We don't know what this paid for, so the amount couldn't be checked. Ask the payer.",
  "test-payment": "Paid on the provider's test account: no money moved. Don't enrol.",
  "refund-failed": "A refund didn't reach the payer. Check it at the provider.",
  "refund-needs-attention":
    "A refund is waiting for the payer's bank details. Ask for them, then enter them at the provider.",
  "returned-twice":
    "More went back than was paid, by the provider and outside it. Ask the payer to return the difference.",
  "amount-mismatch": "Less was paid than the course record asks. Don't enrol until the rest is paid.",
  "slightly-short":
    "A little less was paid than the course record asks, and counts as all of it. Mark it as " +
    "looked at to write the rest off, or ask the learner for it.",
  "part-refunded": "Part of the payment went back to the payer, so less is left than the course record asks.",
  overpaid: "More was paid than the course record asks. Return the difference, or ask what it was for.",
  duplicate: "This learner has already paid for the same. Return one payment, or ask what it was for.",
  "payment-pending":
    "The provider is holding the payment. Don't enrol yet. See there what it waits for, or stop waiting at the desk.",
  "payment-denied":
    "The payer agreed, then the provider refused the payment. Nothing was charged. Ask the payer whether to try again.",
  "approved-not-charged":
    "The payer agreed, but it wasn't charged in time, so it won't be. Ask whether to try again.",
};

const WORDS: Record<PaymentStatus, string> = {
  paid: "Paid, and the amount is what the course record asks.",
  "short-paid": "Not paid in full.",
  unpaid: "Not paid.",
  refunded: "The payment went back to the payer.",
};

/** The first words of a subject, which name the payment's status. The flag follows. */
const SUBJECTS: Record<PaymentStatus, string> = {
  paid: "paid",
  "short-paid": "not paid in full",
  unpaid: "not paid",
  refunded: "refunded",
};

const DISPUTE_WON = "The dispute has ended, and the payment stays with the academy.";

/** The flags of events that can happen again under one reference. Staff are notified each time. */
const REPEATABLE: Partial<Record<HistoryKind, PaymentFlag>> = {
  lapsed: "approved-not-charged",
  denied: "payment-denied",
};

/** The labels of the events that a notice lists below the amounts. */
const LISTED: Partial<Record<HistoryKind, string>> = {
  refunded: "Refund",
  "refunded-elsewhere": "Given back by bank transfer or in cash",
  reversed: "Taken back",
  retracted: "Recorded by mistake",
  "returned-in-all": "Refunded in total, by the provider's list",
  reinstated: "Given back to us",
  "refund-failed": "Refund that failed",
  "refund-needs-attention": "Refund that waits",
  disputed: "Dispute",
  "dispute-won": "Dispute won",
  "dispute-lost": "Dispute lost",
  "not-at-provider": "Doesn't match the provider's list",
  "at-provider": "Matches the provider's list",
};

const MOVEMENTS: readonly HistoryKind[] = [
  "charged",
  "refunded",
  "refunded-elsewhere",
  "reversed",
  "returned-in-all",
  "reinstated",
];

/**
 * Returns a payment's state as a text that does not depend on the order in which events arrived; `null` if
 * staff need no notice. Sums identify refunds, so that a lost dispute and its refund count once. Numbers
 * identify disputes and payments in another currency.
 */
export function reportedState(
  { status, flag, currency }: Pick<PaymentRecord, "status" | "flag" | "currency">,
  history: readonly HistoryEvent[],
): string | null {
  // A payment that is merely pending is reported once it has arrived.
  if (status === "unpaid" && (flag === null || flag === "payment-pending")) return null;
  const { held, returned, returnedTwice, reinstated } = moneyMoved(history, currency);
  const isNumbered = ({ kind, currency: movedIn }: HistoryEvent) => {
    if (MOVEMENTS.includes(kind)) return movedIn !== currency;
    return kind in LISTED || REPEATABLE[kind] === flag;
  };
  const numbered = distinctIn(history)
    .filter(isNumbered)
    .map((event) => stateId(event.kind, numberOf(event), null));
  // Staff are notified again of a text that differs, so each part is added only if it applies.
  const returnedAgain = returnedTwice > 0 ? [`twice:${returnedTwice}`] : [];
  const heldAgain = reinstated > 0 ? [`again:${reinstated}`] : [];
  return [
    statusText({ status, flag }),
    held,
    returned,
    ...returnedAgain,
    ...heldAgain,
    ...numbered.sort(),
  ].join(" ");
}

/** Returns an event's number. A failed refund has another number in each report, so it is the amount. */
function numberOf(event: HistoryEvent): string {
  return event.kind === "refund-failed" ? `${event.amountMinor}` : subjectOf(event);
}

interface NoticeFacts {
  readonly number: number;
  /** The learner's facts that a duplicate shares with the earlier payment. */
  readonly sharedFacts: readonly string[];
  /** The payment's charges in words; empty if they are unknown. */
  readonly chargesLabel: string;
  readonly now: Date;
}

export function staffNoticeText(
  payment: PaymentRecord,
  history: readonly RecordedEvent[],
  { number, now, sharedFacts, chargesLabel }: NoticeFacts,
): NoticeText {
  const { status, flag, provider, payer, duplicateOf } = payment;
  const isFollowUp = number > 1;
  const isWon =
    isFollowUp && status === "paid" && flag === null && history.some(({ kind }) => kind === "dispute-won");
  const statusWords = isWon ? DISPUTE_WON : WORDS[status];
  const words = flag ? PAYMENT_ADVICE[flag] : statusWords;
  const subject = `Registration: ${isWon ? "paid, dispute won" : subjectWords(status, flag)}`;
  const id = providerChargeId(history);
  const agreed = payer ? [["Agreed by", nameAndEmail(payer)] as const] : [];
  const message = registrationMessage(payment, linesOf(payment), {
    text: `${CHANNEL_NAMES[provider]} says: ${words}`,
    amounts: [...(chargesLabel ? [["For", chargesLabel] as const] : []), ...amountsOf(payment, history)],
    proof: [
      ...(id === null ? agreed : proofOf({ id, payer })),
      ...(duplicateOf === null
        ? []
        : [["Paid before under", duplicateOf] as const, ["The same there", sharedFacts.join(", ")] as const]),
    ],
  });
  if (!isFollowUp) return { subject, message };
  return {
    subject: `${subject} (update ${number})`,
    message: `<p>${escapeHtml(followUpLine(number, now))}</p>${message}`,
  };
}

function subjectWords(status: PaymentStatus, flag: PaymentFlag | null): string {
  // The status "not paid in full" says the same as the flag.
  if (flag === null || flag === "amount-mismatch") return SUBJECTS[status];
  return `${SUBJECTS[status]}, ${lowerFirst(flagWords(flag))}`;
}

function followUpLine(number: number, now: Date): string {
  return `Update ${number} on this registration, ${lagosTimeLabel(now)} in Lagos. It replaces our earlier emails.`;
}

function amountsOf(
  { currency, expectedMinor, paidMinor }: PaymentRecord,
  history: readonly HistoryEvent[],
): MessageRow[] {
  const exact = (minor: number) => formatExact(fromMinor(currency, minor));
  const amountOf = ({ amountMinor, currency: paidIn }: HistoryEvent) => {
    if (amountMinor === null) return `An unknown amount of ${paidIn ?? currency}`;
    return paidIn === currency ? exact(amountMinor) : `${decimalOfHundredths(amountMinor)} ${paidIn}`;
  };
  const foreign = history.filter((event) => event.kind === "charged" && event.currency !== currency);
  const { returnedTwice } = moneyMoved(history, currency);
  return [
    ["Amount", exact(paidMinor)],
    ["Asked", expectedMinor === null ? "Not known" : exact(expectedMinor)],
    ...foreign.map((event): MessageRow => ["Paid in another currency", amountOf(event)]),
    ...(returnedTwice > 0 ? [["Went back twice", exact(returnedTwice)] as const] : []),
    ...distinctIn(history).flatMap((event): MessageRow[] => {
      const label = LISTED[event.kind];
      return label ? [[label, `${amountOf(event)}, number ${subjectOf(event)}`]] : [];
    }),
  ];
}
