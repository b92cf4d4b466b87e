import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { OutboxEntry } from "~/mail/outbox.ts";
import { Unconfirmed } from "../payment/PaymentDialogs.tsx";
import { PaymentSlip } from "../payment/PaymentSlip.tsx";

interface UnsettledPaymentsProps {
  entries: readonly OutboxEntry[];
  support: SupportContacts;
  /** The visitor says that it was paid. */
  onPaid(entry: OutboxEntry): void;
  /** The visitor says that it was not paid. */
  onNotPaid(entry: OutboxEntry): void;
  /** The visitor has read that it is being confirmed. */
  onAcknowledge(entry: OutboxEntry): void;
}

/** Payments of an earlier visit whose end nobody saw: only the visitor knows, and nothing is paid before the answer. */
export function UnsettledPayments({ entries, support, ...answers }: UnsettledPaymentsProps) {
  return entries.map((entry) => (
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
            <button type="button" className="btn btn-primary" onClick={() => answers.onPaid(entry)}>
              Yes, I paid
            </button>
            <button type="button" className="btn btn-outline" onClick={() => answers.onNotPaid(entry)}>
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
            onClick={() => answers.onAcknowledge(entry)}
          >
            Register somebody else
          </button>
        </>
      )}
    </section>
  ));
}
