import { isDelivered, type OutboxEntry } from "~/browser/outbox/outbox.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { Payment } from "~/domain/payments/payment-flow.ts";
import { SHORT_PAID_TITLE, ShortPaid, UNCONFIRMED_TITLE, Unconfirmed } from "./PaymentDialogs.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import type { Offers } from "./ReceiptNotes.tsx";
import { ReceivedPayment } from "./ReceivedPayment.tsx";
import type { EarlierStatus, UnresolvedControl } from "./useUnresolvedPayments.ts";

interface UnresolvedPaymentsProps {
  control: UnresolvedControl;
  support: SupportContacts;
  /** What the page sells; without it nothing is said of what comes next. */
  offers?: Offers;
  /** What the button says that leads from a payment to the next one. */
  another?: string;
}

/**
 * Payments of an earlier visit. Where the end of one is unknown, the edge is asked, and the visitor only where it does not
 * know; nothing is paid before the answer. The visitor may not have seen the receipt of one that was paid.
 */
export function UnresolvedPayments({
  control,
  support,
  offers,
  another = "Register someone else",
}: UnresolvedPaymentsProps) {
  return control.entries.map((entry) => (
    <section
      key={entry.order.reference}
      className={`notice ${entry.payment.status === "paid" ? "notice-good" : "notice-bad"}`}
      aria-label="An earlier payment"
    >
      {entry.payment.status === "opened" ? (
        <Opened entry={entry} control={control} support={support} />
      ) : (
        <>
          {entry.payment.status === "paid" && (
            <Paid entry={entry} payment={entry.payment.payment} support={support} offers={offers} />
          )}
          {entry.payment.status === "unconfirmed" && (
            <>
              <p className="notice-title">{UNCONFIRMED_TITLE}</p>
              <Unconfirmed order={entry.order} support={support} />
            </>
          )}
          <button
            type="button"
            className="btn btn-outline justify-self-start"
            onClick={() => control.acknowledge(entry)}
          >
            {another}
          </button>
        </>
      )}
    </section>
  ));
}

function Paid({ entry, payment, support, offers }: PaidProps) {
  if (payment.shortPaid) {
    return (
      <>
        <p className="notice-title">{SHORT_PAID_TITLE}</p>
        <ShortPaid order={entry.order} {...payment.shortPaid} support={support} />
      </>
    );
  }
  return (
    <>
      <p className="notice-title">Your payment has been received</p>
      <ReceivedPayment
        order={entry.order}
        payment={payment}
        support={support}
        offers={offers}
        isUnreported={!isDelivered(entry)}
      >
        <p>You would receive an email confirming it in 24-48 hours. Keep the reference until then.</p>
      </ReceivedPayment>
    </>
  );
}

interface PaidProps {
  entry: OutboxEntry;
  payment: Payment;
  support: SupportContacts;
  offers: Offers | undefined;
}

interface OpenedWords {
  readonly title: string;
  readonly text: string;
  /** For the slip. */
  readonly status: string;
}

/** What is said of a payment whose end this browser has not seen, by its status. */
const OPENED_WORDS: Record<Exclude<EarlierStatus, "paid" | "short-paid" | null>, OpenedWords> = {
  asking: {
    title: "We're checking an earlier payment",
    text: "This takes a few seconds. Please don't pay twice.",
    status: "Being checked",
  },
  unpaid: {
    title: "This payment didn't go through",
    text: "Nothing was charged. If it's still open in another tab, finish it there. Otherwise try again.",
    status: "Not paid",
  },
  pending: {
    title: "This payment is under way",
    text: "Your payment is being confirmed. Please don't pay again. Cards take minutes, bank transfers a few hours.",
    status: "Under way",
  },
  refunded: {
    title: "This payment was returned",
    text: "The money went back to the payer. You can pay again.",
    status: "Returned",
  },
};

const ASK_THE_VISITOR: OpenedWords = {
  title: "Did this payment go through?",
  text: "We didn't see how your payment ended. If it's still open in another tab, finish it there. Please don't pay twice.",
  status: "Started, not confirmed",
};

function Opened({
  entry,
  control,
  support,
}: Pick<UnresolvedPaymentsProps, "control" | "support"> & { entry: OutboxEntry }) {
  const reported = control.statusOf(entry);
  // Its entry is about to say that it is paid.
  const known = reported === "paid" || reported === "short-paid" ? "asking" : reported;
  const { title, text, status } = known ? OPENED_WORDS[known] : ASK_THE_VISITOR;
  return (
    <>
      <p className="notice-title">{title}</p>
      <p>{text}</p>
      <PaymentSlip order={entry.order} support={support} status={status} />
      <div className="flex flex-wrap gap-3">
        {!known && (
          <button type="button" className="btn btn-primary" onClick={() => control.reportPaid(entry)}>
            Yes, I paid
          </button>
        )}
        {known === "pending" && (
          <button type="button" className="btn btn-outline" onClick={() => control.askAgain(entry)}>
            Look again
          </button>
        )}
        {known !== "pending" && known !== "asking" && (
          <button type="button" className="btn btn-outline" onClick={() => control.reportNotPaid(entry)}>
            {known ? "Try again" : "No, let me try again"}
          </button>
        )}
      </div>
    </>
  );
}
