import type { RefObject } from "react";
import { isDelivered, type OutboxEntry } from "~/browser/outbox/outbox.ts";
import { Button } from "../support/controls.tsx";
import {
  hasOutcome,
  type Outcome,
  OutcomeText,
  type OutcomeTextProps,
  outcomeTitle,
} from "./PaymentOutcome.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import type { PaymentControl } from "./usePayment.ts";
import type { EarlierStatus, UnresolvedControl } from "./useUnresolvedPayments.ts";

interface PaymentNoticesProps {
  payment: PaymentControl;
  unresolved: UnresolvedControl;
  onAnother(): void;
  another?: string;
}

/** On the page itself: what is known of payments of an earlier visit, and of the one made now once its dialog is closed. */
export function PaymentNotices({
  payment,
  unresolved,
  onAnother,
  another = "Register someone else",
}: PaymentNoticesProps) {
  const { flow } = payment;
  const isTuition = flow.step !== "editing" && flow.order.purpose === "tuition";
  const mail = `an email confirming your ${isTuition ? "payment" : "registration and payment"}`;
  return (
    <>
      {unresolved.entries.map((entry) => (
        <EarlierPayment key={entry.order.reference} entry={entry} control={unresolved} another={another} />
      ))}
      {flow.step === "notifying" && (
        <section ref={payment.notice} tabIndex={-1} className="notice" aria-label="Your payment">
          <p className="notice-title">Processing...</p>
          <p>{`Please wait while we confirm your ${isTuition ? "payment" : "registration"}`}</p>
        </section>
      )}
      {/* The dialog has the receipt while it is open. */}
      {hasOutcome(flow) && !payment.isDialogOpen && (
        <OutcomeNotice
          ref={payment.notice}
          label="Your payment"
          outcome={flow}
          onResend={payment.resend}
          another={another}
          onAnother={onAnother}
        >
          <p>{`You would receive ${mail} in 24-48 hours. Keep the reference until then.`}</p>
        </OutcomeNotice>
      )}
    </>
  );
}

interface OutcomeNoticeProps extends OutcomeTextProps {
  ref?: RefObject<HTMLElement | null>;
  label: string;
  another: string;
  onAnother(): void;
}

function OutcomeNotice({ ref, label, another, onAnother, ...text }: OutcomeNoticeProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={`notice ${text.outcome.step === "received" ? "notice-good" : "notice-bad"}`}
      aria-label={label}
    >
      <p className="notice-title">{outcomeTitle(text.outcome)}</p>
      <OutcomeText {...text} />
      <Button className="btn btn-outline justify-self-start" onClick={onAnother}>
        {another}
      </Button>
    </section>
  );
}

interface EarlierPaymentProps {
  entry: OutboxEntry;
  control: UnresolvedControl;
  another: string;
}

/**
 * A payment of an earlier visit. Where its end is unknown, the edge is asked, and the visitor only where it does not know; nothing
 * is paid before the answer. The visitor may not have seen the receipt of one that was paid.
 */
function EarlierPayment({ entry, control, another }: EarlierPaymentProps) {
  const outcome = outcomeOf(entry);
  if (!outcome) return <Opened entry={entry} control={control} />;
  return (
    <OutcomeNotice
      label="An earlier payment"
      outcome={outcome}
      isUnreported={!isDelivered(entry)}
      another={another}
      onAnother={() => control.acknowledge(entry)}
    >
      <p>You would receive an email confirming it in 24-48 hours. Keep the reference until then.</p>
    </OutcomeNotice>
  );
}

function outcomeOf({ order, payment }: OutboxEntry): Outcome | null {
  if (payment.status === "opened") return null;
  if (payment.status === "unconfirmed") return { step: "unconfirmed", order };
  return { step: "received", order, payment: payment.payment };
}

/** The status is for the slip. */
type OpenedWords = Readonly<Record<"title" | "text" | "status", string>>;

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

function Opened({ entry, control }: Omit<EarlierPaymentProps, "another">) {
  const reported = control.statusOf(entry);
  // Its entry is about to say that it is paid.
  const known = reported === "paid" || reported === "short-paid" ? "asking" : reported;
  const { title, text, status } = known ? OPENED_WORDS[known] : ASK_THE_VISITOR;
  return (
    <section tabIndex={-1} className="notice notice-bad" aria-label="An earlier payment">
      <p className="notice-title">{title}</p>
      <p>{text}</p>
      <PaymentSlip order={entry.order} status={status} />
      <div className="flex flex-wrap gap-3">
        {!known && (
          <Button className="btn btn-primary" onClick={() => control.reportPaid(entry)}>
            Yes, I paid
          </Button>
        )}
        {known === "pending" && <Button onClick={() => control.askAgain(entry)}>Look again</Button>}
        {known !== "pending" && known !== "asking" && (
          <Button onClick={() => control.reportNotPaid(entry)}>
            {known ? "Try again" : "No, let me try again"}
          </Button>
        )}
      </div>
    </section>
  );
}
