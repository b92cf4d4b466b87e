import type { RefObject } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { NotNotified, Unconfirmed } from "./PaymentDialogs.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import type { PaymentControl } from "./usePayment.ts";

interface SettledPaymentProps {
  ref: RefObject<HTMLElement | null>;
  payment: PaymentControl;
  support: SupportContacts;
  /** The visitor wants to register somebody else. */
  onAnother(): void;
}

/** Stays on the page after the dialog was closed: what is known of the payment, and the way to register somebody else. */
export function SettledPayment({ ref, payment, support, onAnother }: SettledPaymentProps) {
  const { flow } = payment;
  if (flow.step === "notifying") {
    return (
      <section ref={ref} tabIndex={-1} className="notice" aria-label="Your payment">
        <p className="notice-title">Processing...</p>
        <p>Please wait while we confirm your registration</p>
      </section>
    );
  }
  if (flow.step !== "received" && flow.step !== "notNotified" && flow.step !== "unconfirmed") return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={`notice ${flow.step === "received" ? "notice-good" : "notice-bad"}`}
      aria-label="Your payment"
    >
      {flow.step === "received" && (
        <>
          <p className="notice-title">Your payment has been received</p>
          <p>
            You would receive an email confirming your registration and payment in 24-48 hours. Keep the
            reference until then.
          </p>
          <PaymentSlip order={flow.order} support={support} status="Received, being confirmed" />
        </>
      )}
      {flow.step === "notNotified" && (
        <>
          <p className="notice-title">Your payment was successful</p>
          <NotNotified payment={payment} order={flow.order} support={support} />
        </>
      )}
      {flow.step === "unconfirmed" && (
        <>
          <p className="notice-title">We are confirming your payment</p>
          <Unconfirmed order={flow.order} support={support} />
        </>
      )}
      <button type="button" className="btn btn-outline justify-self-start" onClick={onAnother}>
        Register somebody else
      </button>
    </section>
  );
}
