import { HAS_EDGE } from "~/browser/edge-client/send.ts";
import { enrolmentHref } from "~/browser/enrolments/enrolment-access.ts";
import { PROVIDER_NAME_BY_CURRENCY } from "~/browser/payments/load-checkout.ts";
import type { SupportContext } from "~/domain/contact/site-facts.ts";
import { dayLabel } from "~/domain/dates/day.ts";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import { findCourse, INCLUDES_TUITION } from "~/domain/enrolment/agreement.ts";
import { describeLaterPayments } from "~/domain/enrolment/charge.ts";
import { type Currency, formatExact, sum } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { unbroken } from "~/domain/text.ts";
import { SupportOptions, useIslandFacts } from "../support/IslandBoundary.tsx";

/**
 * Returns the facts of a received payment and of the next one; `null` on a page that sells nothing. The
 * page's plans know no voucher, so the later payments come from the order.
 */
function useReceiptFacts({ charge, parts, purpose, learner, course, plan: chosen, later: agreed }: Order) {
  const { fee, courses, cohorts } = useIslandFacts();
  if (!fee || !courses) return null;
  const { currency } = charge;
  const schedule = findCourse(findCourse(courses, course.id)?.plans ?? [], chosen?.id)?.schedules[currency];
  const tuition = schedule && { ...schedule, later: agreed ?? schedule.later };
  const firstClass = cohorts?.find(({ id }) => id === learner.cohort)?.firstClass ?? null;
  const isRegistration = purpose === "registration";
  const later = tuition?.later ?? [];
  const [nextPayment = null] = tuition ? describeLaterPayments(tuition, firstClass) : [];
  return {
    isRegistration,
    isAtOnce: later.length === 0,
    tuition: parts?.course ?? charge,
    place: later.length > 0 ? `, payment 1 of ${later.length + 1}` : "",
    nextPayment,
    // A payment from a price card does not include the fee.
    left: sum(currency, isRegistration ? later : [fee[currency], ...later]),
    fee: fee[currency],
    firstClass: firstClass ? dayLabel(firstClass) : "date coming soon. We'll email you",
  };
}

/** The head of a receipt: the amount, the next payment, and the link to My enrolment. */
export function ReceiptHead({ order, next }: { order: Order; next: string | undefined }) {
  const facts = useReceiptFacts(order);
  const amount = <p className="font-display text-price font-bold">{formatExact(order.charge)}</p>;
  if (next) {
    return (
      <div className="grid gap-2">
        {amount}
        <p className="font-semibold">{unbroken(next)}</p>
      </div>
    );
  }
  if (!facts) return null;
  const { isRegistration, nextPayment, firstClass, fee } = facts;
  return (
    <div className="grid gap-2">
      {amount}
      {!isRegistration && (
        <p className="font-semibold">{`Next: your details and the registration fee of ${formatExact(fee)}.`}</p>
      )}
      {nextPayment && (
        <p className="font-semibold">
          {unbroken(`${isRegistration ? "Next payment" : "Then"}: ${nextPayment}`)}
        </p>
      )}
      {isRegistration && !nextPayment && <p className="font-semibold">{`First class: ${firstClass}.`}</p>}
      {HAS_EDGE && (
        <a className="btn btn-primary no-print mt-2 w-full" href={enrolmentHref(order.reference)}>
          Open My enrolment
        </a>
      )}
    </div>
  );
}

/** The parts of a received payment, and what happens next. */
export function ReceiptNotes({ order }: { order: Order }) {
  const facts = useReceiptFacts(order);
  if (!facts) return null;
  const { isRegistration, isAtOnce, tuition, place, left, firstClass } = facts;
  const { parts, learner, voucher } = order;
  // If a voucher covers the first payment, the learner has access as if it were paid.
  const access = tuition.minor > 0 || voucher ? "active" : "registered";
  const included = [
    ...(parts ? [`${formatExact(parts.fee)} registration fee`] : []),
    ...(tuition.minor > 0 ? [`${formatExact(tuition)} tuition${place}`] : []),
  ];
  return (
    <div className="grid gap-1">
      <p>{`Paid: ${included.join(" + ")}${voucher ? ` (voucher ${voucher})` : ""}`}</p>
      {isRegistration && isAtOnce && tuition.minor > 0 && <p>{INCLUDES_TUITION}</p>}
      {left.minor > 0 && <p>{`Left to pay: ${formatExact(left)}`}</p>}
      {isRegistration && (
        <div className="no-print mt-2">
          <p className="font-semibold">What happens next</p>
          <ol className="list-decimal pl-4.5">
            {HAS_EDGE && <li>{`Now: we email your receipt to ${learner.email}.`}</li>}
            <li>{ACCESS_WORDS[access]}</li>
            <li>{`First class: ${firstClass}.`}</li>
          </ol>
        </div>
      )}
    </div>
  );
}

export function RefundRules() {
  const { refunds = [] } = useIslandFacts();
  return (
    <aside className="grid gap-1 text-small text-muted" aria-label="Refunds">
      <p className="font-semibold text-ink">Refunds</p>
      <ul className="grid list-disc gap-0.5 pl-4.5">
        {refunds.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <a className="link link-alone" href="/Terms%26Condition#refund-policy" target="_blank" rel="noopener">
        All rules
      </a>
    </aside>
  );
}

interface PaymentMissingProps extends SupportContext {
  currency: Currency;
  help?: string;
}

/** The notice in place of a pay button if nothing can be paid in a currency. */
export function PaymentMissing({ currency, help = "help you pay", ...context }: PaymentMissingProps) {
  return (
    <div className="notice notice-bad">
      <p>{`We can't take ${PROVIDER_NAME_BY_CURRENCY[currency]} payments online yet. Message us and we'll ${help}.`}</p>
      <SupportOptions {...context} />
    </div>
  );
}
