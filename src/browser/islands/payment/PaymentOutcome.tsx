import { type ReactNode, useEffect, useState } from "react";
import { askPayment } from "~/browser/payments/ask-payment.ts";
import { formatExact, fromMinor, type Money } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { Payment, PaymentFlow } from "~/domain/payments/payment-flow.ts";
import { Button } from "../support/controls.tsx";
import { useIslandFacts } from "../support/IslandBoundary.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import { ReceiptHead, ReceiptNotes } from "./ReceiptNotes.tsx";

export type Outcome =
  | { readonly step: "received" | "notNotified"; readonly order: Order; readonly payment: Payment }
  | { readonly step: "unconfirmed"; readonly order: Order };

export function hasOutcome(flow: PaymentFlow): flow is Outcome {
  return flow.step === "received" || flow.step === "notNotified" || flow.step === "unconfirmed";
}

export function outcomeTitle(outcome: Outcome): string {
  if (outcome.step === "unconfirmed") return "We are confirming your payment";
  if (outcome.step === "notNotified") return "Your payment was successful";
  const { shortPaid } = outcome.payment;
  return shortPaid ? "A part of your payment has been received" : "Your payment has been received";
}

export interface OutcomeTextProps {
  outcome: Outcome;
  /** Staff have no mail of it yet. */
  isUnreported?: boolean;
  onResend?: () => void;
  /** What is said of a payment that was received in full: the specification's words about the confirmation. */
  children: ReactNode;
}

export function OutcomeText({ outcome, isUnreported, onResend, children }: OutcomeTextProps) {
  const { step, order } = outcome;
  if (step === "notNotified") return <NotNotified order={order} onResend={onResend} />;
  if (step === "unconfirmed") {
    return (
      <>
        <p>Your payment is being confirmed. Please don't pay again: we'll email you in 24-48 hours.</p>
        <PaymentSlip order={order} status="Not confirmed yet" />
      </>
    );
  }
  const { payment } = outcome;
  if (payment.shortPaid) return <ShortPaid order={order} {...payment.shortPaid} />;
  return (
    <>
      <ReceiptHead order={order} />
      {children}
      <Received order={order} payment={payment} isUnreported={isUnreported} />
    </>
  );
}

interface ReceivedProps {
  order: Order;
  payment: Payment;
  isUnreported: boolean | undefined;
}

/** The one receipt of a payment that came: whether it is confirmed, and where its mail is. */
function Received({ order, payment, isUnreported }: ReceivedProps) {
  const { isConfirmed, isReceiptSent } = useConfirmation(order);
  const { email } = order.learner;
  const unconfirmed = isUnreported ? "Paid, not yet handed to our team" : "Received, being confirmed";
  return (
    <>
      <p role="status">{isReceiptSent && email ? `Your receipt is already in ${email}` : ""}</p>
      <PaymentSlip order={order} payer={payment.payer} status={isConfirmed ? "Paid" : unconfirmed}>
        <ReceiptNotes order={order} />
      </PaymentSlip>
    </>
  );
}

/** How long after the last answer the edge is asked: the provider's report and the receipt follow the payment by seconds. */
const WAITS_MS = [1_500, 6_000];

/** Whether the edge has confirmed a payment that this browser saw arrive, and has sent its receipt. */
function useConfirmation(order: Order) {
  const [confirmation, setConfirmation] = useState({ isConfirmed: false, isReceiptSent: false });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    async function ask([wait, ...others]: readonly number[]): Promise<void> {
      if (wait === undefined) return;
      await new Promise((resolve) => {
        timer = setTimeout(resolve, wait);
      });
      const reported = await askPayment(order);
      if (isOver) return;
      const isConfirmed = reported?.status === "paid";
      const isReceiptSent = isConfirmed && reported.isReceiptSent === true;
      if (isConfirmed) setConfirmation({ isConfirmed, isReceiptSent });
      if (!isReceiptSent) await ask(others);
    }
    void ask(WAITS_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [order]);

  return confirmation;
}

/** Less than the price came. @param paid what came; null where that is in another currency */
function ShortPaid({ order, paid }: { order: Order; paid: Money | null }) {
  const missing = paid && fromMinor(paid.currency, order.charge.minor - paid.minor);
  const amounts =
    paid && missing
      ? `We've received ${formatExact(paid)} of ${formatExact(order.charge)}: ${formatExact(missing)} is missing.`
      : "We received a different amount from the price.";
  return (
    <>
      <p>{`${amounts} Please don't pay again. Our team will contact you about the rest.`}</p>
      <PaymentSlip order={order} status="Paid in part" />
    </>
  );
}

/** The money is safe, the mails are not: says so, and sends them again on request. */
function NotNotified({ order, onResend }: { order: Order; onResend: (() => void) | undefined }) {
  const { email } = useIslandFacts().support;
  return (
    <>
      <PaymentSuccessful order={order} />
      <p>
        Your payment was successful, but we encountered an issue while saving the payment details. Please
        contact our support team at <span translate="no">{email}</span> for assistance
      </p>
      <p className="text-muted">
        Don't pay again. Your details are saved on this device, and we'll send them on your next visit.
      </p>
      <Button className="btn btn-primary" onClick={onResend}>
        Send my details again
      </Button>
      <PaymentSlip order={order} status="Paid, not yet handed to our team">
        <ReceiptNotes order={order} />
      </PaymentSlip>
    </>
  );
}

/** A dollar payment is announced in these words as well. */
export function PaymentSuccessful({ order }: { order: Order }) {
  if (order.charge.currency !== "USD") return null;
  return (
    <p role="alert" className="font-bold">
      Payment successful!!
    </p>
  );
}
