import { isDelivered, type OutboxEntry } from "~/browser/outbox/outbox.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { Payment } from "~/domain/payments/payment-flow.ts";
import { SHORT_PAID_TITLE, ShortPaid, UNCONFIRMED_TITLE, Unconfirmed } from "./PaymentDialogs.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import { type Offers, ReceiptNotes } from "./ReceiptNotes.tsx";
import type { EarlierStanding, UnresolvedControl } from "./useUnresolvedPayments.ts";

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
  another = "Register somebody else",
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
          {entry.payment.status === "paid" ? (
            <Paid entry={entry} payment={entry.payment.payment} support={support} offers={offers} />
          ) : (
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
      <p>
        Please do not pay again: you would receive an email confirming it in 24-48 hours. Keep the reference
        until then.
      </p>
      <PaymentSlip
        order={entry.order}
        support={support}
        status={isDelivered(entry) ? "Received, being confirmed" : "Paid, not yet handed to our staff"}
      >
        {offers && <ReceiptNotes order={entry.order} offers={offers} />}
      </PaymentSlip>
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
const OPENED_WORDS: Record<Exclude<EarlierStanding, "paid" | "short-paid" | null>, OpenedWords> = {
  asking: {
    title: "We are looking up an earlier payment",
    text: "You began to pay and we did not see how it ended. This takes some seconds. Please do not pay twice.",
    status: "Being looked up",
  },
  unpaid: {
    title: "This payment did not go through",
    text: "Nothing was charged. If it is still open in another tab, finish it there; otherwise try it again.",
    status: "Not paid",
  },
  pending: {
    title: "This payment is under way",
    text: "The money is on its way and has not been confirmed yet. Please do not pay again.",
    status: "Under way",
  },
  refunded: {
    title: "This payment was returned",
    text: "The money went back to whoever paid it. You can pay again.",
    status: "Returned",
  },
};

const ASK_THE_VISITOR: OpenedWords = {
  title: "Did this payment go through?",
  text: "You began to pay and we did not see how it ended. If it is still open in another tab, finish it there. Please do not pay twice.",
  status: "Begun, end unknown",
};

function Opened({
  entry,
  control,
  support,
}: Pick<UnresolvedPaymentsProps, "control" | "support"> & { entry: OutboxEntry }) {
  const standing = control.standingOf(entry);
  // Its entry is about to say that it is paid.
  const known = standing === "paid" || standing === "short-paid" ? "asking" : standing;
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
