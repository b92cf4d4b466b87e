import { type Day, dayLabel } from "~/domain/dates/day.ts";
import { findCourse, INCLUDES_TUITION } from "~/domain/enrolment/agreement.ts";
import { describeLaterPayments, type Tuition } from "~/domain/enrolment/charge.ts";
import { hasEdge } from "~/domain/hosting.ts";
import { type Currency, type DualPrice, formatExact, sum } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";

/** What the page of a payment sells: enough to say what comes after it. */
export interface Offers {
  readonly fee: DualPrice;
  readonly courses: readonly {
    readonly id: string;
    readonly plans: readonly {
      readonly id: string;
      readonly schedules: Readonly<Record<Currency, Tuition>>;
    }[];
  }[];
  /** Without them later payments are said without their dates. */
  readonly cohorts?: readonly { readonly id: string; readonly firstClass: Day | null }[];
}

interface ReceiptNotesProps {
  order: Order;
  offers: Offers;
}

/** What a payment that came was for, what is due next, and where the rest is paid. */
export function ReceiptNotes({ order, offers }: ReceiptNotesProps) {
  const { charge, parts, purpose } = order;
  const tuition = tuitionOf(order, offers);
  const count = (tuition?.later.length ?? 0) + 1;
  const cohort = offers.cohorts?.find(({ id }) => id === order.learner.cohort);
  const firstClass = cohort?.firstClass ?? null;
  const [next] = tuition ? describeLaterPayments(tuition, firstClass) : [];
  const left = leftAfter(order, tuition, offers);
  const paid = parts?.course ?? charge;
  const place = count > 1 ? `, payment 1 of ${count}` : "";
  const included = [
    ...(parts ? [`${formatExact(parts.fee)} registration fee`] : []),
    ...(paid.minor > 0 ? [`${formatExact(paid)} tuition${place}`] : []),
  ];
  return (
    <div className="grid gap-1">
      <p>Paid: {included.join(" + ")}</p>
      {purpose === "registration" && paid.minor > 0 && count === 1 && <p>{INCLUDES_TUITION}</p>}
      {next && <p className="font-semibold">Next payment: {next}</p>}
      {left && <p>Left to pay: {formatExact(left)}</p>}
      {purpose === "tuition" && (
        <p>
          Still needed: your details and the registration fee of {formatExact(offers.fee[charge.currency])}.
        </p>
      )}
      {hasEdge() && (
        <p className="no-print">
          {purpose === "tuition" ? "Add both on " : "See every payment on "}
          <a className="link" href="/My-enrolment">
            My enrolment
          </a>
          .
        </p>
      )}
      {purpose === "registration" && <NextSteps order={order} firstClass={firstClass} />}
    </div>
  );
}

/** What remains once this payment came: of the tuition, and the fee that a price card leaves out. Null for nothing. */
function leftAfter({ purpose, charge: { currency } }: Order, tuition: Tuition | null, { fee }: Offers) {
  const left = [...(purpose === "tuition" ? [fee[currency]] : []), ...(tuition?.later ?? [])];
  return left.length === 0 ? null : sum(currency, left);
}

function tuitionOf({ course, plan, charge }: Order, { courses }: Offers): Tuition | null {
  const chosen = findCourse(findCourse(courses, course.id)?.plans ?? [], plan?.id);
  return chosen?.schedules[charge.currency] ?? null;
}

interface NextStepsProps {
  order: Order;
  /** Of the learner's cohort; null while it has no date. */
  firstClass: Day | null;
}

/** What a learner who has registered can expect, a line each. */
function NextSteps({ order: { learner }, firstClass }: NextStepsProps) {
  return (
    <div className="no-print mt-2">
      <p className="font-semibold">What happens next</p>
      <ol className="list-decimal pl-4.5">
        <li>Now: we email your receipt to {learner.email}.</li>
        <li>Once your tuition is paid: you get access to the learning portal.</li>
        <li>First class: {firstClass ? dayLabel(firstClass) : "date coming soon. We'll email you"}.</li>
      </ol>
    </div>
  );
}

interface RefundRulesProps {
  /** Three lines, the short form of the Terms. */
  rules: readonly string[];
}

/** What can be paid back, beside a button that pays. */
export function RefundRules({ rules }: RefundRulesProps) {
  return (
    <aside className="grid gap-1 text-small text-muted" aria-label="Refunds">
      <p className="font-semibold text-ink">Refunds</p>
      <ul className="grid list-disc gap-0.5 pl-4.5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <a className="link link-alone" href="/Terms%26Condition#refund-policy" target="_blank" rel="noopener">
        All rules
      </a>
    </aside>
  );
}
