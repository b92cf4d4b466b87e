/** @jsxImportSource hono/jsx */
/** The money of an enrolment: its charges and refunds, and what is paid and left. */
import { cohortName } from "~/domain/dates/cohort.ts";
import { dayLabel } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { chargeLabel, describeChargeDue } from "~/domain/enrolment/charge.ts";
import {
  CHARGE_STATUS_WORDS,
  type DerivedCharge,
  type EnrolmentStatus,
  hasEnded,
  missingOf,
} from "~/domain/enrolment/enrolment-status.ts";
import { formatExact } from "~/domain/money/money.ts";
import { receiptIn, refundedOf } from "~/domain/payments/papers.ts";
import type { DueTerm } from "~/domain/pricing/payment-plan.ts";
import { lowerFirst } from "~/domain/text.ts";
import type { EnrolmentPayment } from "~/edge/enrolments/enrolment-payments.ts";
import { CHANNEL_NAMES } from "~/edge/payments/provider.ts";
import { failureInWords } from "~/edge/payments/provider-refunds.ts";
import type { RefundState } from "~/edge/payments/refund-requests.ts";
import { refundThroughProvider, returnable } from "../actions/refund.ts";
import { Aside, Badge, Facts, lagosTimeText, RowName, Rows, ShareBar } from "../desk-parts.tsx";
import { type DeskUser, mayAs } from "../desk-request.ts";
import type { DeskEnrolment } from "./desk-enrolment.ts";

export function MoneyPart({ status, payments }: DeskEnrolment) {
  const { paid, left, credit } = status;
  const isOver = hasEnded(status);
  const receipts = payments.map(({ papers }) => receiptIn(papers, paid.currency));
  const refunded = refundedOf(receipts, paid.currency);
  const total = { ...paid, minor: paid.minor + left.minor };
  const label = `${formatExact(paid)} of ${formatExact(total)} is paid`;
  return (
    <>
      {!isOver && <ShareBar share={paid.minor} whole={total.minor} label={label} />}
      <Facts
        facts={[
          [isOver ? "Held" : "Paid", formatExact(paid)],
          ["Refunded", refunded.minor > 0 ? formatExact(refunded) : ""],
          ["Left", isOver ? "" : formatExact(left)],
          ["Overpaid", credit.minor > 0 ? formatExact(credit) : ""],
        ]}
      />
    </>
  );
}

export function Charges({ subject, prices }: { subject: DeskEnrolment; prices: PriceList }) {
  const { firstClass, withdrawnOn, learner } = subject.enrolment;
  return (
    <>
      <h2>Charges</h2>
      <Rows rows={subject.status.charges}>{(charge) => <ChargeRow charge={charge} subject={subject} />}</Rows>
      <p class="quiet">
        {cohortName(prices.cohorts, learner.cohort) || "No cohort"}
        {firstClass && `, first class ${dayLabel(firstClass)}`}
        {withdrawnOn && `. Withdrawn on ${dayLabel(withdrawnOn)}`}
      </p>
    </>
  );
}

function ChargeRow({ charge, subject }: { charge: DerivedCharge; subject: DeskEnrolment }) {
  const { status, enrolment, currency } = subject;
  const amount = formatExact(charge.amount);
  const due = describeChargeDue(charge, enrolment.terms.due[currency]);
  const missing = missingOf(charge);
  const isOwed = charge.status === "paid" || !hasEnded(status);
  return (
    <>
      <RowName>{chargeLabel(charge, status.charges.length)}</RowName>
      <span>{isOwed && due ? `${amount}, ${lowerFirst(due)}` : amount}</span>
      {isOwed ? (
        <span>
          <StatusBadge {...charge} />
          {charge.paid.minor > 0 && missing.minor > 0 && ` ${formatExact(missing)} missing`}
        </span>
      ) : (
        <span class="quiet">No longer owed</span>
      )}
    </>
  );
}

interface RefundsProps {
  readonly subject: DeskEnrolment;
  readonly payment: EnrolmentPayment;
  readonly user: DeskUser;
}

/** The requested refunds of a payment, and the link to request another. */
export function Refunds({ subject, payment, user }: RefundsProps) {
  const { reference, refunds, provider } = payment;
  const isReturnable = returnable(subject.payments).includes(payment) && mayAs(user, "owner");
  return (
    <>
      {refunds.map(({ amount, state, reason, requestedAt }) => (
        <p>
          Refund of {formatExact(amount)}: {refundWords(state, reason, CHANNEL_NAMES[provider])}
          <span class="quiet">{` Requested ${lagosTimeText(requestedAt)}.`}</span>
        </p>
      ))}
      {isReturnable && (
        <p>
          <a
            href={`/desk/enrolments/${subject.enrolment.id}/${refundThroughProvider.name}?payment=${reference}`}
          >
            {refundThroughProvider.title}: {reference}
          </a>
        </p>
      )}
    </>
  );
}

function refundWords(state: RefundState, reason: string, provider: string): string {
  if (state === "failed") return `failed: ${failureInWords(reason, provider)}`;
  if (state === "needs-attention" && reason) return `${provider} gave no answer. Look for it there.`;
  return REFUND_WORDS[state];
}

const REFUND_WORDS: Readonly<Record<Exclude<RefundState, "failed">, string>> = {
  requested: "not answered by the provider yet.",
  sent: "on its way.",
  done: "done.",
  "needs-attention": "waits for the payer’s bank details.",
};

/** An agreement, now or after a change. */
interface ComparedAgreement {
  readonly status: EnrolmentStatus;
  readonly terms: readonly DueTerm[] | null;
}

interface AgreementComparisonProps {
  readonly before: ComparedAgreement;
  readonly after: ComparedAgreement;
}

/** A table of the charges of two agreements. */
export function AgreementComparison({ before, after }: AgreementComparisonProps) {
  const numbers = [before, after].flatMap(({ status }) => status.charges.map(({ number }) => number));
  const distinctNumbers = [...new Set(numbers)].sort((a, b) => a - b);
  return (
    <table class="comparison">
      <thead>
        <tr>
          <th scope="col">Charge</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {distinctNumbers.map((number) => (
          <tr>
            <th scope="row">{number === 0 ? "Registration fee" : `Tuition ${number}`}</th>
            <ComparedCharge agreement={before} number={number} />
            <ComparedCharge agreement={after} number={number} />
          </tr>
        ))}
        <tr>
          <th scope="row">Left to pay</th>
          <td>{formatExact(before.status.left)}</td>
          <td>{formatExact(after.status.left)}</td>
        </tr>
      </tbody>
    </table>
  );
}

interface ComparedChargeProps {
  readonly agreement: ComparedAgreement;
  readonly number: number;
}

function ComparedCharge({ agreement: { status, terms }, number }: ComparedChargeProps) {
  const charge = status.charges.find((candidate) => candidate.number === number);
  if (!charge) return <td>None</td>;
  const isPart = charge.status !== "paid" && charge.paid.minor > 0;
  const words = charge.status === "paid" ? "Paid" : describeChargeDue(charge, terms);
  return (
    <td>
      {formatExact(charge.amount)}
      <Aside>{isPart ? `${formatExact(charge.paid)} paid. ${words}` : words}</Aside>
    </td>
  );
}

/** The status of a charge. The registration fee is due at once, so it is never "not due yet". */
function StatusBadge({ number, status }: DerivedCharge) {
  if (status === "paid") return <Badge look="good">{CHARGE_STATUS_WORDS.paid}</Badge>;
  if (number === 0 && status !== "overdue") return <Badge look="wrong">Unpaid</Badge>;
  return <Badge look={status === "overdue" ? "wrong" : undefined}>{CHARGE_STATUS_WORDS[status]}</Badge>;
}
