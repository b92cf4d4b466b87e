import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { Unconfirmed } from "./PaymentDialogs.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import type { UnsettledControl } from "./useUnsettledPayments.ts";

interface UnsettledPaymentsProps {
  control: UnsettledControl;
  support: SupportContacts;
}

/** Payments of an earlier visit whose end nobody saw: only the visitor knows, and nothing is paid before the answer. */
export function UnsettledPayments({ control, support }: UnsettledPaymentsProps) {
  return control.entries.map((entry) => (
    <section key={entry.order.reference} className="notice notice-bad" aria-label="An earlier payment">
      {entry.payment.status === "opened" ? (
        <>
          <p className="notice-title">Did this payment go through?</p>
          <p>
            You began to pay and we did not see how it ended. If it is still open in another tab, finish it
            there. Please do not pay twice.
          </p>
          <PaymentSlip order={entry.order} support={support} status="Begun, end unknown" />
          <div className="flex flex-wrap gap-3">
            <button type="button" className="btn btn-primary" onClick={() => control.reportPaid(entry)}>
              Yes, I paid
            </button>
            <button type="button" className="btn btn-outline" onClick={() => control.reportNotPaid(entry)}>
              No, let me try again
            </button>
          </div>
        </>
      ) : (
        <>
          <p className="notice-title">We are confirming your payment</p>
          <Unconfirmed order={entry.order} support={support} />
          <button
            type="button"
            className="btn btn-outline justify-self-start"
            onClick={() => control.acknowledge(entry)}
          >
            Register somebody else
          </button>
        </>
      )}
    </section>
  ));
}
