import type { ReactNode } from "react";
import { formatExact } from "~/domain/money/money.ts";
import { type Order, orderContext } from "~/domain/payments/order.ts";
import { isCheckoutOpen, type PaymentFlow } from "~/domain/payments/payment-flow.ts";
import { STATUS_WORDS } from "~/domain/payments/visible-status.ts";
import { Dialog, PageDialog } from "../dialog/Dialog.tsx";
import { Button } from "../support/controls.tsx";
import { SupportOptions, useIslandFacts } from "../support/IslandBoundary.tsx";
import { OutcomeText, outcomeTitle, PaymentSuccessful, useOutcome } from "./PaymentOutcome.tsx";
import { RefundRules } from "./ReceiptNotes.tsx";
import type { PaymentControl } from "./usePayment.ts";

interface PaymentDialogsProps {
  payment: PaymentControl;
  advice?: ReactNode;
  onRetry(order: Order): void;
  /** The label of the button that starts another payment. Without it there is no such button. */
  another?: string;
  /** A sentence about what follows the payment, on a page that sells nothing. */
  next?: string;
}

export function PaymentDialogs({ payment, advice, onRetry, another, next }: PaymentDialogsProps) {
  const { flow, isDialogOpen, dismiss, opener } = payment;
  const isTuition = flow.step !== "editing" && flow.order.purpose === "tuition";
  const confirmed = isTuition ? "payment" : "registration and payment";
  const outcome = useOutcome(payment);
  const dialog = { onClose: dismiss, returnTo: opener };
  return (
    <>
      <PayDialog payment={payment} advice={advice} />
      <Dialog {...dialog} title="Processing..." isOpen={isDialogOpen && isBeingConfirmed(flow)}>
        <p>{`Please wait while we confirm your ${isTuition ? "payment" : "registration"}`}</p>
      </Dialog>
      {flow.step === "notPaid" && (
        <Dialog
          {...dialog}
          title={
            flow.reason === "refused" ? "The payment didn't start" : "Your payment has not been received yet"
          }
          isOpen={isDialogOpen}
        >
          <NotPaid flow={flow} openPage={payment.openPage} onRetry={onRetry} />
        </Dialog>
      )}
      {outcome && (
        <Dialog {...dialog} title={outcomeTitle(outcome)} isOpen={isDialogOpen}>
          <div className="grid gap-4">
            <OutcomeText {...outcome} next={next}>
              <PaymentSuccessful order={outcome.order} />
              {!outcome.order.isSponsored && (
                <p>{`You would receive an email confirming your ${confirmed} in 24-48 hours`}</p>
              )}
            </OutcomeText>
            {another && <Button onClick={payment.startAnother}>{another}</Button>}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Whether the dialog "Processing" is shown. PayPal's own dialog says so itself. */
function isBeingConfirmed(flow: PaymentFlow): boolean {
  if (flow.step === "notifying") return true;
  return flow.step === "confirming" && flow.order.charge.currency === "NGN";
}

/** The dialog with the container of PayPal's buttons. Paystack covers the page itself and needs no dialog. */
function PayDialog({ payment, advice }: Pick<PaymentDialogsProps, "payment" | "advice">) {
  const { flow } = payment;
  const isOpen = isCheckoutOpen(flow) && flow.step !== "editing" && flow.order.charge.currency === "USD";
  if (!isOpen) return <div ref={payment.container} hidden />;
  const { order, step } = flow;
  const isConfirming = step === "confirming";
  return (
    <PageDialog
      title={`Pay ${formatExact(order.charge)} with PayPal`}
      onClose={isConfirming ? undefined : payment.cancel}
    >
      <p className="mb-4 text-muted">{order.course.name}</p>
      {step === "opening" && <p role="status">Loading PayPal. This takes a few seconds.</p>}
      {isConfirming && <p role="status">PayPal is confirming your payment. Please keep this page open.</p>}
      <div ref={payment.container} className="provider-buttons" />
      {!isConfirming && (
        <div className="mt-4 grid gap-4">
          {advice}
          <RefundRules />
        </div>
      )}
    </PageDialog>
  );
}

interface NotPaidProps extends Pick<PaymentDialogsProps, "onRetry"> {
  flow: Extract<PaymentFlow, { step: "notPaid" }>;
  openPage(): void;
}

function NotPaid({ flow, openPage, onRetry }: NotPaidProps) {
  const { email } = useIslandFacts().support;
  const { message, order, reason, pageUrl } = flow;
  const isClosed = reason === "closed" || reason === "unknown";
  const complaint = `Please reach out to ${email} to lodge a complaint`;
  const cause = (message ?? "the payment window was closed").replace(/\.$/, "");
  return (
    <div className="grid gap-4">
      {reason === "closed" && <p className="font-semibold">You haven't been charged. Try again?</p>}
      {reason === "unknown" && <p className="font-semibold">{STATUS_WORDS.unknown.text}</p>}
      {!isClosed && <p>{message ?? complaint}</p>}
      <p className="text-muted">{NOT_PAID_ADVICE[reason === "unknown" ? "closed" : reason]}</p>
      <p>
        Reference{" "}
        <strong className="block font-mono break-all select-all" translate="no">
          {order.reference}
        </strong>
      </p>
      <Button className="btn btn-primary" onClick={() => onRetry(order)}>
        {reason === "unknown" ? "Look again" : "Try again"}
      </Button>
      {isClosed && <p>{complaint}</p>}
      {pageUrl && <Button onClick={openPage}>Open the payment page instead</Button>}
      {reason === "unreachable" && <Button onClick={() => location.reload()}>Load the page again</Button>}
      <SupportOptions problem={`I could not pay: ${cause}`} {...orderContext(order)} />
    </div>
  );
}

const NOT_PAID_ADVICE = {
  closed: "Already sent the money? Don't pay again: send us your reference. Everything you typed is saved.",
  failed:
    "Has money left your account? Don't pay again: send us your reference. Otherwise try again " +
    "or pay another way. Everything you typed is saved.",
  unreachable:
    "You haven't been charged: the payment page didn't open. Check your connection or ad " +
    "blocker, then try again. Everything you typed is saved.",
  refused: "You haven't been charged. Everything you typed is saved.",
} as const;
