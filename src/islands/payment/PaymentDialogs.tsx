import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import type { Order } from "~/domain/enrolment/order.ts";
import { orderContext } from "~/domain/enrolment/order-context.ts";
import { isCheckoutOpen, type PaymentFlow } from "~/domain/enrolment/payment-flow.ts";
import { formatExact } from "~/domain/money/money.ts";
import { Dialog } from "../dialog/Dialog.tsx";
import { PageDialog } from "../dialog/PageDialog.tsx";
import { SupportOptions } from "../support/SupportOptions.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import { RefundRules } from "./RefundRules.tsx";
import type { PaymentControl } from "./usePayment.ts";

interface PaymentDialogsProps {
  payment: PaymentControl;
  support: SupportContacts;
  /** The refund rules in three lines. */
  refunds: readonly string[];
  /** Tries the same order again. */
  onRetry(order: Order): void;
  /** What the button says that leads from a payment to the next one; without it the page offers its own way. */
  another?: string;
}

/** What each step of a payment says, from the open checkout to the receipt. */
export function PaymentDialogs(props: PaymentDialogsProps) {
  const { payment, refunds } = props;
  const { flow, isTold } = payment;
  const what = flow.step !== "editing" && flow.order.purpose === "tuition" ? "payment" : "registration";
  return (
    <>
      <PayDialog payment={payment} refunds={refunds} />
      <Dialog
        title="Processing..."
        isOpen={isTold && flow.step === "notifying"}
        onClose={payment.dismiss}
        returnTo={payment.opener}
      >
        <p>Please wait while we confirm your {what}</p>
      </Dialog>
      <Outcome {...props} />
    </>
  );
}

/** Where PayPal draws its buttons. For Paystack, which covers the page by itself, only its place is kept. */
function PayDialog({ payment, refunds }: Pick<PaymentDialogsProps, "payment" | "refunds">) {
  const { flow } = payment;
  const isOpen = isCheckoutOpen(flow) && flow.step !== "editing" && flow.order.charge.currency === "USD";
  if (!isOpen) return <div ref={payment.container} hidden />;
  const { order } = flow;
  return (
    <PageDialog
      title={`Pay ${formatExact(order.charge)} with PayPal`}
      onClose={flow.step === "confirming" ? undefined : payment.cancel}
    >
      <p className="mb-4 text-muted">{order.courseName}</p>
      {flow.step === "opening" && <p role="status">Loading PayPal. This can take some seconds.</p>}
      {flow.step === "confirming" && (
        <p role="status">PayPal is confirming your payment. Please keep this page open.</p>
      )}
      <div ref={payment.container} className="provider-buttons" />
      {flow.step !== "confirming" && (
        <div className="mt-4">
          <RefundRules rules={refunds} />
        </div>
      )}
    </PageDialog>
  );
}

function Outcome({ payment, support, onRetry, another }: PaymentDialogsProps) {
  const { flow, isTold, dismiss } = payment;
  const common = { isOpen: isTold, onClose: dismiss, returnTo: payment.opener };
  const next = another && (
    <button type="button" className="btn btn-outline" onClick={payment.startAnother}>
      {another}
    </button>
  );
  switch (flow.step) {
    case "received":
      return (
        <Dialog title="Your payment has been received" {...common}>
          <div className="grid gap-4">
            <PaymentSuccessful order={flow.order} />
            <p>
              {flow.order.purpose === "tuition"
                ? "You would receive an email confirming your payment in 24-48 hours"
                : "You would receive an email confirming your registration and payment in 24-48 hours"}
            </p>
            <PaymentSlip order={flow.order} support={support} status="Received, being confirmed" />
            {next}
          </div>
        </Dialog>
      );
    case "notNotified":
      return (
        <Dialog title="Your payment was successful" {...common}>
          <div className="grid gap-4">
            <NotNotified payment={payment} order={flow.order} support={support} />
            {next}
          </div>
        </Dialog>
      );
    case "unconfirmed":
      return (
        <Dialog title="We are confirming your payment" {...common}>
          <div className="grid gap-4">
            <Unconfirmed order={flow.order} support={support} />
            {next}
          </div>
        </Dialog>
      );
    case "notPaid":
      return (
        <Dialog title="Your payment has not been received yet" {...common}>
          <div className="grid gap-4">
            <p>{flow.message ?? `Please reach out to ${support.email} to lodge a complaint`}</p>
            <p className="text-muted">{NOT_PAID_ADVICE[flow.reason]}</p>
            <p>
              Reference{" "}
              <strong className="block font-mono break-all select-all">{flow.order.reference}</strong>
            </p>
            <button type="button" className="btn btn-primary" onClick={() => onRetry(flow.order)}>
              Try again
            </button>
            {flow.reason === "unreachable" && (
              <button type="button" className="btn btn-outline" onClick={() => location.reload()}>
                Load the page again
              </button>
            )}
            <SupportOptions support={support} message={notPaidMessage(flow)} />
          </div>
        </Dialog>
      );
    default:
      return null;
  }
}

interface StepProps {
  order: Order;
  support: SupportContacts;
}

/** The money is safe, the mails are not: says so, and sends them again on request. */
export function NotNotified({ payment, order, support }: StepProps & { payment: PaymentControl }) {
  return (
    <>
      <PaymentSuccessful order={order} />
      <p>
        Your payment was successful, but we encountered an issue while saving the payment details. Please
        contact our support team at {support.email} for assistance
      </p>
      <p className="text-muted">
        Do not pay again. Your details are kept in this browser and are sent again on your next visit.
      </p>
      <button type="button" className="btn btn-primary" onClick={() => void payment.resend()}>
        Send my details again
      </button>
      <PaymentSlip order={order} support={support} status="Paid, not yet handed to our staff" />
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

/** Nobody can tell yet whether the money moved. */
export function Unconfirmed({ order, support }: StepProps) {
  return (
    <>
      <p>
        We do not know yet whether your payment went through. Please do not pay again: our staff check it by
        its reference and write to you in 24-48 hours.
      </p>
      <PaymentSlip order={order} support={support} status="Not confirmed yet" />
    </>
  );
}

const NOT_PAID_ADVICE = {
  closed:
    "The payment window was closed before a payment came through. If you have already sent the money, do not pay again: tell us your reference. Nothing you typed is lost.",
  failed:
    "If money has left your account, do not pay again: tell us your reference. Otherwise try again, or pay another way. Nothing you typed is lost.",
  unreachable:
    "The payment page did not open, so you were not charged. Check your connection, or switch off an ad blocker for this site, then try again. If that does not help, load the page again: it may be an old one. Nothing you typed is lost.",
} as const;

function notPaidMessage({ message, order }: Extract<PaymentFlow, { step: "notPaid" }>): string {
  const problem = `I could not pay: ${withoutStop(message ?? "the payment window was closed")}`;
  return supportMessage({ problem, ...orderContext(order) });
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
