import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { PendingPayment } from "../enrolment/PayButtons.tsx";
import { barOf } from "./my-enrolment-state.ts";
import { PayForm } from "./PayForm.tsx";
import type { PartProps } from "./useMyEnrolment.ts";

/** What is paid and left, in figures and to scale, and the form that pays the next part of it. */
export function Balance(part: PartProps) {
  const { about, view, page } = part;
  return (
    <section
      ref={page.balance}
      tabIndex={-1}
      className="card enrolment-money"
      aria-labelledby="enrolment-paid"
    >
      <h3
        id="enrolment-paid"
        className="enrolment-sums flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1"
      >
        <span>
          <strong className="text-price">{about.paid}</strong> paid
        </span>
        {about.left && (
          <span>
            <strong className="text-price">{about.left}</strong> left
          </span>
        )}
      </h3>
      <Bar view={view} />
      {about.standing && <p>{about.standing}</p>}
      {about.overdue && <p className="font-bold text-red">{about.overdue}</p>}
      <p role="status">{page.state.paymentMessage}</p>
      {view.isPending && (
        <PendingPayment title="Your payment is being confirmed" onLookAgain={page.store.openAgain} />
      )}
      {about.credit && (
        <div className="notice notice-bad">
          <p className="notice-title">You’ve overpaid</p>
          <p>{about.credit} is left over. Our team will email you about it.</p>
        </div>
      )}
      {about.isPayable && <PayForm {...part} />}
    </section>
  );
}

/** Each payment as wide as it is large, filled as far as it is paid. The figures are in the text beside it. */
function Bar({ view }: { view: EnrolmentView }) {
  const shape = { height: 12, rx: 6 };
  return (
    <svg className="payment-bar" width="100%" height="12" aria-hidden="true">
      {barOf(view).map(({ number, x, width, filled, ground }) => (
        <g key={number}>
          <rect {...shape} x={x} width={`${width}%`} className={ground} />
          {filled > 0 && <rect {...shape} x={x} width={`${filled}%`} className="is-now" />}
        </g>
      ))}
    </svg>
  );
}
