import type { RefObject } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { OutcomeText, outcomeTitle } from "./PaymentDialogs.tsx";
import type { Offers } from "./ReceiptNotes.tsx";
import type { PaymentControl } from "./usePayment.ts";

interface ResolvedPaymentProps {
  ref: RefObject<HTMLElement | null>;
  payment: PaymentControl;
  support: SupportContacts;
  /** What the page sells; without it nothing is said of what comes next. */
  offers?: Offers;
  /** The visitor wants to go on to the next one. */
  onAnother(): void;
  /** What the button for that says. */
  another?: string;
}

/** Stays on the page after the dialog was closed: what is known of the payment, and the way to register someone else. */
export function ResolvedPayment({
  ref,
  payment,
  support,
  offers,
  onAnother,
  another = "Register someone else",
}: ResolvedPaymentProps) {
  const { flow } = payment;
  if (flow.step === "notifying") {
    return (
      <section ref={ref} tabIndex={-1} className="notice" aria-label="Your payment">
        <p className="notice-title">Processing...</p>
        <p>Please wait while we confirm your registration</p>
      </section>
    );
  }
  const title = flow.step === "notPaid" ? null : outcomeTitle(flow);
  // The dialog has the receipt while it is open.
  if (!title || payment.isDialogOpen) return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={`notice ${flow.step === "received" ? "notice-good" : "notice-bad"}`}
      aria-label="Your payment"
    >
      <p className="notice-title">{title}</p>
      <OutcomeText payment={payment} support={support} offers={offers}>
        <p>
          You would receive an email confirming your registration and payment in 24-48 hours. Keep the
          reference until then.
        </p>
      </OutcomeText>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onAnother}>
        {another}
      </button>
    </section>
  );
}
