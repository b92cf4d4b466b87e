import type { RefObject } from "react";
import { isDelivered, type OutboxEntry } from "~/browser/outbox/outbox.ts";
import { isMoneyIn, mayPayAgain, STATUS_WORDS } from "~/domain/payments/visible-status.ts";
import { Button } from "../support/controls.tsx";
import { OutcomeText, type OutcomeTextProps, outcomeTitle, useOutcome } from "./PaymentOutcome.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import type { PaymentControl } from "./usePayment.ts";
import type { UnresolvedControl } from "./useUnresolvedPayments.ts";

interface PaymentNoticesProps {
  payment: PaymentControl;
  unresolved: UnresolvedControl;
  onAnother(): void;
  another?: string;
}

/** The page's notices about payments of an earlier visit, and about the current one after its dialog. */
export function PaymentNotices({
  payment,
  unresolved,
  onAnother,
  another = "Register someone else",
}: PaymentNoticesProps) {
  const { flow } = payment;
  const outcome = useOutcome(payment);
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
      {/* The open dialog shows the receipt, so the notice waits until it is closed. */}
      {outcome && !payment.isDialogOpen && (
        <OutcomeNotice
          {...outcome}
          ref={payment.notice}
          label="Your payment"
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
  const isGood = text.status === "received" || text.status === "paid";
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={`notice ${isGood && !text.onResend ? "notice-good" : "notice-bad"}`}
      aria-label={label}
    >
      <p className="notice-title">{outcomeTitle(text)}</p>
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
 * A payment of an earlier visit or of another tab. The visitor may not have seen the receipt of one that was
 * paid.
 */
function EarlierPayment({ entry, control, another }: EarlierPaymentProps) {
  const { order, payment } = entry;
  const status = control.statusOf(entry);
  if (!isMoneyIn(status)) return <Unpaid entry={entry} control={control} another={another} />;
  return (
    <OutcomeNotice
      order={order}
      seen={payment}
      status={status}
      label="An earlier payment"
      isUnreported={!isDelivered(entry)}
      another={another}
      onAnother={() => control.acknowledge(entry)}
    >
      <p>You would receive an email confirming it in 24-48 hours. Keep the reference until then.</p>
    </OutcomeNotice>
  );
}

/** The notice of a payment that failed or is unconfirmed. Its actions come before its details. */
function Unpaid({ entry, control, another }: EarlierPaymentProps) {
  const { order, payment } = entry;
  const status = control.statusOf(entry);
  const { title, text } = STATUS_WORDS[status];
  return (
    <section tabIndex={-1} className="notice notice-bad" aria-label="An earlier payment">
      <p className="notice-title">{title}</p>
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">
        {mayPayAgain(status) && (
          <Button className="btn btn-primary" onClick={() => control.tryAgain(entry)}>
            Try again
          </Button>
        )}
        {(status === "unknown" || status === "confirming") && (
          <Button className="btn btn-primary" onClick={() => control.askAgain(entry)}>
            Look again
          </Button>
        )}
        {status === "unknown" && (
          <>
            <Button onClick={() => control.reportPaid(entry)}>Yes, I paid</Button>
            <Button onClick={() => control.reportNotPaid(entry)}>No, let me try again</Button>
          </>
        )}
        {payment.status === "unconfirmed" && (
          <Button onClick={() => control.acknowledge(entry)}>{another}</Button>
        )}
      </div>
      <PaymentSlip order={order} status={status} />
    </section>
  );
}
