import type { Payment } from "~/domain/enrolment/payment-flow.ts";
import {
  type HistoryEvent,
  type RegistrationFlag,
  type RegistrationStatus,
  standingOf,
} from "~/domain/enrolment/payment-history.ts";
import { type MessageRow, proofOf, registrationMessage } from "~/domain/enrolment/registration-message.ts";
import { decimalOfHundredths, formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { PROVIDER_NAMES } from "./payment-report.ts";
import type { RegistrationRecord } from "./registration-record.ts";

/** What staff are told of a registration, in the words of its provider and not of the visitor's browser. */
export interface StaffNotice {
  /** The same for the same news: each member of staff hears it once. */
  readonly news: string;
  /** A subject that no browser can send: only with it is a mail the provider's word. */
  readonly subject: string;
  /** HTML in which everything is escaped. */
  readonly message: string;
}

/** What to do about it, in a sentence. */
const ADVICE: Record<RegistrationFlag, string> = {
  disputed: "The payer's bank asks for the money back. Answer the dispute at the provider before it is due.",
  "currency-mismatch":
    "Paid in another currency than was asked. Do not enrol before it is settled with the payer.",
  "unknown-course": "It is not known what was paid for, so the amount could not be checked. Ask the payer.",
  "test-payment": "Paid on the provider's test account: no money has moved. Do not enrol.",
  "amount-mismatch": "Less was paid than the course record asks. Do not enrol before the rest is paid.",
  "part-refunded":
    "A part of the payment went back to the payer, so less is left than the course record asks.",
  "refund-failed": "A refund did not reach the payer. Look at it at the provider.",
  overpaid:
    "More was paid than the course record asks. Give the difference back, or ask what it was meant for.",
  "payment-pending": "The provider holds the payment back. Do not enrol yet.",
  "approved-not-charged":
    "The payer agreed to the payment, but it was not charged in time, and is not any more. Ask whether to try again.",
};

const WORDS: Record<RegistrationStatus, string> = {
  paid: "Paid, and the amount is what the course record asks.",
  "short-paid": "Not paid in full.",
  unpaid: "Not paid.",
  refunded: "The payment went back to the payer.",
};

/**
 * What staff must hear of how a registration stands now; null when it is nothing new to them.
 * @param payment the provider's number of the charge, and who made it; null where there was none
 */
export function staffNotice(
  registration: RegistrationRecord,
  history: readonly HistoryEvent[],
  payment: Payment | null,
): StaffNotice | null {
  const { reference, status, flag, provider, startedAt } = registration;
  // What is merely on its way is told once it has arrived.
  if (status === "unpaid" && (flag === null || flag === "payment-pending")) return null;
  return {
    news: flag ? `${status}:${flag}` : status,
    subject: `Registration: ${standingOf({ status, flag })}`,
    message: registrationMessage(
      { ...registration, reference, createdAt: startedAt },
      {
        text: `${PROVIDER_NAMES[provider]} says: ${flag ? ADVICE[flag] : WORDS[status]}`,
        amounts: amountsOf(registration, history),
        proof: payment ? proofOf(payment) : [],
      },
    ),
  };
}

function amountsOf(
  { currency, expectedMinor, paidMinor }: RegistrationRecord,
  history: readonly HistoryEvent[],
): MessageRow[] {
  const exact = (minor: number) => formatWithCode(fromMinor(currency, minor));
  const foreign = history.filter((event) => event.kind === "charged" && event.currency !== currency);
  return [
    ["Amount", exact(paidMinor)],
    ["Asked", expectedMinor === null ? "Not known" : exact(expectedMinor)],
    ...foreign.map(
      ({ amountMinor, currency: other }): MessageRow => [
        "Paid in another currency",
        amountMinor === null
          ? `An unknown amount of ${other}`
          : `${decimalOfHundredths(amountMinor)} ${other}`,
      ],
    ),
  ];
}
