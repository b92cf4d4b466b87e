import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { isEverybodyTold } from "~/mail/outbox.ts";
import { Unconfirmed } from "./PaymentDialogs.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import type { UnsettledControl } from "./useUnsettledPayments.ts";

interface UnsettledPaymentsProps {
  control: UnsettledControl;
  support: SupportContacts;
}

/**
 * Payments of an earlier visit: of one whose end nobody saw only the visitor knows, and nothing is paid before the answer.
 * Of one that was paid they may not have seen the receipt.
 */
export function UnsettledPayments({ control, support }: UnsettledPaymentsProps) {
  return control.entries.map((entry) => (
    <section
      key={entry.order.reference}
      className={`notice ${entry.payment.status === "paid" ? "notice-good" : "notice-bad"}`}
      aria-label="An earlier payment"
    >
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
          {entry.payment.status === "paid" ? (
            <>
              <p className="notice-title">Your payment has been received</p>
              <p>
                Please do not pay again: you would receive an email confirming it in 24-48 hours. Keep the
                reference until then.
              </p>
              <PaymentSlip
                order={entry.order}
                support={support}
                status={
                  isEverybodyTold(entry) ? "Received, being confirmed" : "Paid, not yet handed to our staff"
                }
              />
            </>
          ) : (
            <>
              <p className="notice-title">We are confirming your payment</p>
              <Unconfirmed order={entry.order} support={support} />
            </>
          )}
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
