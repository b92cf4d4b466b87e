import { PROVIDER_NAMES } from "~/browser/payments/load-checkout.ts";
import type { SupportContext } from "~/domain/contact/support-message.ts";
import { dayLabel } from "~/domain/dates/day.ts";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import { findCourse, INCLUDES_TUITION } from "~/domain/enrolment/agreement.ts";
import { describeLaterPayments } from "~/domain/enrolment/charge.ts";
import { hasEdge } from "~/domain/hosting.ts";
import { type Currency, formatExact, sum } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { TextLink } from "../support/controls.tsx";
import { SupportOptions, useIslandFacts } from "../support/IslandBoundary.tsx";

/** What a payment that came was for, what is due next, and where the rest is paid; nothing on a page that sells nothing. */
export function ReceiptNotes({ order }: { order: Order }) {
  const { fee, courses, cohorts } = useIslandFacts();
  if (!fee || !courses) return null;
  const { charge, parts, purpose, learner } = order;
  const { currency } = charge;
  const plan = findCourse(findCourse(courses, order.course.id)?.plans ?? [], order.plan?.id);
  const tuition = plan?.schedules[currency];
  const later = tuition?.later ?? [];
  const firstClass = cohorts?.find(({ id }) => id === learner.cohort)?.firstClass ?? null;
  const [next] = tuition ? describeLaterPayments(tuition, firstClass) : [];
  const isRegistration = purpose === "registration";
  // A price card leaves the fee out.
  const left = isRegistration ? later : [fee[currency], ...later];
  const paid = parts?.course ?? charge;
  const place = later.length > 0 ? `, payment 1 of ${later.length + 1}` : "";
  const included = [
    ...(parts ? [`${formatExact(parts.fee)} registration fee`] : []),
    ...(paid.minor > 0 ? [`${formatExact(paid)} tuition${place}`] : []),
  ];
  return (
    <div className="grid gap-1">
      <p>{`Paid: ${included.join(" + ")}`}</p>
      {isRegistration && paid.minor > 0 && later.length === 0 && <p>{INCLUDES_TUITION}</p>}
      {next && <p className="font-semibold">{`Next payment: ${next}`}</p>}
      {left.length > 0 && <p>{`Left to pay: ${formatExact(sum(currency, left))}`}</p>}
      {!isRegistration && (
        <p>{`Still needed: your details and the registration fee of ${formatExact(fee[currency])}.`}</p>
      )}
      {hasEdge() && (
        <p className="no-print">
          <span>{isRegistration ? "See every payment on" : "Add both on"}</span>{" "}
          <TextLink href="/My-enrolment">My enrolment</TextLink>.
        </p>
      )}
      {isRegistration && (
        <div className="no-print mt-2">
          <p className="font-semibold">What happens next</p>
          <ol className="list-decimal pl-4.5">
            {hasEdge() && <li>{`Now: we email your receipt to ${learner.email}.`}</li>}
            <li>{ACCESS_WORDS[paid.minor > 0 ? "active" : "registered"]}</li>
            <li>{`First class: ${firstClass ? dayLabel(firstClass) : "date coming soon. We'll email you"}.`}</li>
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

/** In the place of a button that pays, where nothing can be paid in a currency. */
export function PaymentMissing({ currency, help = "help you pay", ...context }: PaymentMissingProps) {
  return (
    <div className="notice notice-bad">
      <p>{`We can't take ${PROVIDER_NAMES[currency]} payments online yet. Message us and we'll ${help}.`}</p>
      <SupportOptions {...context} />
    </div>
  );
}
