import type { ReactNode } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { formatExact, fromMinor, type Money } from "~/domain/money/money.ts";
import { type Order, orderContext } from "~/domain/payments/order.ts";
import { isCheckoutOpen, type PaymentFlow } from "~/domain/payments/payment-flow.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { PageDialog } from "../dialog/PageDialog.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import { type Offers, ReceiptNotes, RefundRules } from "./ReceiptNotes.tsx";
import { ReceivedPayment } from "./ReceivedPayment.tsx";
import type { PaymentControl } from "./usePayment.ts";

interface PaymentDialogsProps {
  payment: PaymentControl;
  support: SupportContacts;
  refunds: readonly string[];
  /** What the page sells; without it a receipt says nothing of what comes next. */
  offers?: Offers;
  /** Shown in PayPal's dialog, before anything is paid. */
  advice?: ReactNode;
  onRetry(order: Order): void;
  /** What the button says that leads from a payment to the next one; without it the page offers its own way. */
  another?: string;
}

/** What each step of a payment says, from the open checkout to the receipt. */
export function PaymentDialogs(props: PaymentDialogsProps) {
  const { payment, refunds, advice } = props;
  const { flow, isDialogOpen } = payment;
  const what = flow.step !== "editing" && flow.order.purpose === "tuition" ? "payment" : "registration";
  return (
    <>
      <PayDialog payment={payment} refunds={refunds} advice={advice} />
      <Dialog
        title="Processing..."
        isOpen={isDialogOpen && isBeingConfirmed(flow)}
        onClose={payment.dismiss}
        returnTo={payment.opener}
      >
        <p>Please wait while we confirm your {what}</p>
      </Dialog>
      <Outcome {...props} />
    </>
  );
}

/** PayPal's own dialog says so itself while it takes the money. */
function isBeingConfirmed(flow: PaymentFlow): boolean {
  if (flow.step === "notifying") return true;
  return flow.step === "confirming" && flow.order.charge.currency === "NGN";
}

/** Where PayPal draws its buttons. For Paystack, which covers the page by itself, only its place is kept. */
function PayDialog({
  payment,
  refunds,
  advice,
}: Pick<PaymentDialogsProps, "payment" | "refunds" | "advice">) {
  const { flow } = payment;
  const isOpen = isCheckoutOpen(flow) && flow.step !== "editing" && flow.order.charge.currency === "USD";
  if (!isOpen) return <div ref={payment.container} hidden />;
  const { order } = flow;
  return (
    <PageDialog
      title={`Pay ${formatExact(order.charge)} with PayPal`}
      onClose={flow.step === "confirming" ? undefined : payment.cancel}
    >
      <p className="mb-4 text-muted">{order.course.name}</p>
      {flow.step === "opening" && <p role="status">Loading PayPal. This takes a few seconds.</p>}
      {flow.step === "confirming" && (
        <p role="status">PayPal is confirming your payment. Please keep this page open.</p>
      )}
      <div ref={payment.container} className="provider-buttons" />
      {flow.step !== "confirming" && (
        <div className="mt-4 grid gap-4">
          {advice}
          <RefundRules rules={refunds} />
        </div>
      )}
    </PageDialog>
  );
}

function Outcome({ payment, support, offers, onRetry, another }: PaymentDialogsProps) {
  const { flow } = payment;
  const title = outcomeTitle(flow);
  if (flow.step === "editing" || !title) return null;
  const { order } = flow;
  const paidFor = order.purpose === "tuition" ? "payment" : "registration and payment";
  return (
    <Dialog title={title} isOpen={payment.isDialogOpen} onClose={payment.dismiss} returnTo={payment.opener}>
      <div className="grid gap-4">
        {flow.step === "notPaid" ? (
          <NotPaid flow={flow} openPage={payment.openPage} support={support} onRetry={onRetry} />
        ) : (
          <>
            <OutcomeText payment={payment} support={support} offers={offers}>
              <PaymentSuccessful order={order} />
              <p>You would receive an email confirming your {paidFor} in 24-48 hours</p>
            </OutcomeText>
            {another && (
              <button type="button" className="btn btn-outline" onClick={payment.startAnother}>
                {another}
              </button>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** A payment's outcome in a few words; null while it has not ended. */
export function outcomeTitle(flow: PaymentFlow): string | null {
  switch (flow.step) {
    case "received":
      return flow.payment.shortPaid ? SHORT_PAID_TITLE : "Your payment has been received";
    case "notNotified":
      return "Your payment was successful";
    case "unconfirmed":
      return UNCONFIRMED_TITLE;
    case "notPaid":
      return "Your payment has not been received yet";
    default:
      return null;
  }
}

interface OutcomeTextProps {
  payment: PaymentControl;
  support: SupportContacts;
  offers: Offers | undefined;
  /** What is said of a payment that was received in full. */
  children: ReactNode;
}

/** A payment's outcome and what to do now, where money has moved or may have. */
export function OutcomeText({ payment, support, offers, children }: OutcomeTextProps) {
  const { flow } = payment;
  switch (flow.step) {
    case "received":
      return flow.payment.shortPaid ? (
        <ShortPaid order={flow.order} {...flow.payment.shortPaid} support={support} />
      ) : (
        <ReceivedPayment order={flow.order} payment={flow.payment} support={support} offers={offers}>
          {children}
        </ReceivedPayment>
      );
    case "notNotified":
      return <NotNotified payment={payment} order={flow.order} support={support} offers={offers} />;
    case "unconfirmed":
      return <Unconfirmed order={flow.order} support={support} />;
    default:
      return null;
  }
}

type NotPaidFlow = Extract<PaymentFlow, { step: "notPaid" }>;

interface NotPaidProps extends Pick<PaymentDialogsProps, "support" | "onRetry"> {
  flow: NotPaidFlow;
  openPage(): void;
}

function NotPaid({ flow, openPage, support, onRetry }: NotPaidProps) {
  const { message, order, reason, pageUrl } = flow;
  const complaint = `Please reach out to ${support.email} to lodge a complaint`;
  const cause = (message ?? "the payment window was closed").replace(/\.$/, "");
  return (
    <>
      {reason === "closed" && <p className="font-semibold">You haven't been charged. Try again?</p>}
      {reason !== "closed" && <p>{message ?? complaint}</p>}
      <p className="text-muted">{NOT_PAID_ADVICE[reason]}</p>
      <p>
        Reference <strong className="block font-mono break-all select-all">{order.reference}</strong>
      </p>
      <button type="button" className="btn btn-primary" onClick={() => onRetry(order)}>
        Try again
      </button>
      {reason === "closed" && <p>{complaint}</p>}
      {pageUrl && (
        <button type="button" className="btn btn-outline" onClick={openPage}>
          Open the payment page instead
        </button>
      )}
      {reason === "unreachable" && (
        <button type="button" className="btn btn-outline" onClick={() => location.reload()}>
          Load the page again
        </button>
      )}
      <SupportOptions support={support} problem={`I could not pay: ${cause}`} {...orderContext(order)} />
    </>
  );
}

interface StepProps {
  order: Order;
  support: SupportContacts;
}

interface NotNotifiedProps extends StepProps {
  payment: PaymentControl;
  offers: Offers | undefined;
}

/** The money is safe, the mails are not: says so, and sends them again on request. */
function NotNotified({ payment, order, support, offers }: NotNotifiedProps) {
  return (
    <>
      <PaymentSuccessful order={order} />
      <p>
        Your payment was successful, but we encountered an issue while saving the payment details. Please
        contact our support team at {support.email} for assistance
      </p>
      <p className="text-muted">
        Don't pay again. Your details are saved on this device, and we'll send them on your next visit.
      </p>
      <button type="button" className="btn btn-primary" onClick={() => void payment.resend()}>
        Send my details again
      </button>
      <PaymentSlip order={order} support={support} status="Paid, not yet handed to our team">
        {offers && <ReceiptNotes order={order} offers={offers} />}
      </PaymentSlip>
    </>
  );
}

export const SHORT_PAID_TITLE = "A part of your payment has been received";
export const UNCONFIRMED_TITLE = "We are confirming your payment";

/** Less than the price came. @param paid what came; null where that is in another currency */
export function ShortPaid({ order, paid, support }: StepProps & { paid: Money | null }) {
  const missing = paid && fromMinor(paid.currency, order.charge.minor - paid.minor);
  return (
    <>
      <p>
        {paid && missing
          ? `We've received ${formatExact(paid)} of ${formatExact(order.charge)}: ${formatExact(missing)} is missing. `
          : "We received a different amount from the price. "}
        Please don't pay again. Our team will contact you about the rest.
      </p>
      <PaymentSlip order={order} support={support} status="Paid in part" />
    </>
  );
}

/** A dollar payment is announced in these words as well. */
function PaymentSuccessful({ order }: { order: Order }) {
  if (order.charge.currency !== "USD") return null;
  return (
    <p role="alert" className="font-bold">
      Payment successful!!
    </p>
  );
}

/** It is not known yet whether the money moved. */
export function Unconfirmed({ order, support }: StepProps) {
  return (
    <>
      <p>Your payment is being confirmed. Please don't pay again: we'll email you in 24-48 hours.</p>
      <PaymentSlip order={order} support={support} status="Not confirmed yet" />
    </>
  );
}

const NOT_PAID_ADVICE = {
  closed: "Already sent the money? Don't pay again: send us your reference. Everything you typed is saved.",
  failed:
    "Has money left your account? Don't pay again: send us your reference. Otherwise try again or pay another way. Everything you typed is saved.",
  unreachable:
    "You haven't been charged: the payment page didn't open. Check your connection or ad blocker, then try again. Everything you typed is saved.",
} as const;
