import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect } from "react";
import { $reports, askPayment } from "~/browser/payments/ask-payment.ts";
import { formatExact, fromMinor, type Money } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { Payment, PaymentFlow } from "~/domain/payments/payment-flow.ts";
import {
  type SeenPayment,
  STATUS_WORDS,
  type VisibleStatus,
  visibleStatus,
} from "~/domain/payments/visible-status.ts";
import { Button } from "../support/controls.tsx";
import { useIslandFacts } from "../support/IslandBoundary.tsx";
import { PaymentSlip } from "./PaymentSlip.tsx";
import { ReceiptHead, ReceiptNotes } from "./ReceiptNotes.tsx";
import type { PaymentControl } from "./usePayment.ts";

/** A payment with the outcome that this browser has seen. */
interface PaymentSeen {
  readonly order: Order;
  readonly seen: SeenPayment;
}

/** Returns the payment whose outcome the page shows; `null` before the outcome and if nothing was paid. */
function seenIn(flow: PaymentFlow): PaymentSeen | null {
  switch (flow.step) {
    case "received":
    case "notNotified":
      return { order: flow.order, seen: { status: "paid", payment: flow.payment } };
    case "unconfirmed":
      return { order: flow.order, seen: { status: "unconfirmed" } };
    default:
      return null;
  }
}

/** Returns the outcome that a page's payment shows; `null` before the outcome and if nothing was paid. */
export function useOutcome({ flow, resend }: PaymentControl): Omit<OutcomeTextProps, "children"> | null {
  const statusOf = useVisibleStatus();
  const payment = seenIn(flow);
  const onResend = flow.step === "notNotified" ? resend : undefined;
  return payment && { ...payment, status: statusOf(payment), onResend };
}

/** Returns the function that gives a payment's status for notices and dialogs. */
export function useVisibleStatus(): (payment: PaymentSeen) => VisibleStatus {
  const reports = useStore($reports);
  return ({ order, seen }) => {
    if (seen.status === "paid" && seen.payment.shortPaid) return "short-paid";
    const { [order.reference]: reported = "asking" } = reports;
    return visibleStatus({ seen: seen.status, reported, startedAt: order.startedAt }, new Date());
  };
}

export function outcomeTitle({ status, onResend }: Pick<OutcomeTextProps, "status" | "onResend">): string {
  return onResend ? "Your payment was successful" : STATUS_WORDS[status].title;
}

export interface OutcomeTextProps extends PaymentSeen {
  status: VisibleStatus;
  /** Whether staff have no mail about the payment yet. */
  isUnreported?: boolean;
  /** Sends the mails again, if the visitor must press a button for that. */
  onResend?: (() => void) | undefined;
  /** A sentence about what follows the payment, on a page that sells nothing. */
  next?: string | undefined;
  /** The specification's words about the confirmation, for a payment that was received in full. */
  children: ReactNode;
}

export function OutcomeText({
  order,
  seen,
  status,
  isUnreported,
  onResend,
  next,
  children,
}: OutcomeTextProps) {
  if (onResend) return <NotNotified order={order} onResend={onResend} />;
  const payment = seen.status === "paid" ? seen.payment : null;
  if (status === "short-paid") return <ShortPaid order={order} paid={payment?.shortPaid?.paid ?? null} />;
  if (status === "received" || status === "paid") {
    return (
      <>
        <ReceiptHead order={order} next={next} />
        {children}
        <Received order={order} payment={payment} status={status} isUnreported={isUnreported} />
      </>
    );
  }
  return (
    <>
      <p>{STATUS_WORDS[status].text}</p>
      <PaymentSlip order={order} status={status} />
    </>
  );
}

interface ReceivedProps {
  order: Order;
  payment: Payment | null;
  status: VisibleStatus;
  isUnreported: boolean | undefined;
}

/** The receipt of a received payment, with its confirmation and the address of its mail. */
function Received({ order, payment, status, isUnreported }: ReceivedProps) {
  const { isReceiptSent, receiptNumber } = useReceipt(order);
  const { email } = order.learner;
  const isHandedOver = status === "paid" || !isUnreported;
  return (
    <>
      <p role="status">{isReceiptSent && email ? `Your receipt is already in ${email}` : ""}</p>
      <PaymentSlip
        order={order}
        payer={payment?.payer}
        status={status}
        note={isHandedOver ? undefined : NOT_HANDED_OVER}
        receiptNumber={receiptNumber}
      >
        <ReceiptNotes order={order} />
      </PaymentSlip>
    </>
  );
}

const NOT_HANDED_OVER = "Paid, not yet handed to our team";

/** The waits before the edge is asked, because the provider's report and the receipt take some seconds. */
const WAITS_MS = [1_500, 6_000];

/** Asks the edge about a received payment. @returns the receipt's number, and whether its mail was sent */
function useReceipt(order: Order) {
  const reported = useStore($reports)[order.reference];
  const { isReceiptSent = false, receiptNumber } =
    typeof reported === "object" && reported?.status === "paid" ? reported : {};

  useEffect(() => {
    if (isReceiptSent) return;
    const timers = WAITS_MS.map((wait) => setTimeout(() => void askPayment(order), wait));
    return () => timers.forEach(clearTimeout);
  }, [order, isReceiptSent]);

  return { isReceiptSent, receiptNumber };
}

/** The text for a payment of less than the price. @param paid `null` if the money came in another currency */
function ShortPaid({ order, paid }: { order: Order; paid: Money | null }) {
  const missing = paid && fromMinor(paid.currency, order.charge.minor - paid.minor);
  const amounts =
    paid && missing
      ? `We've received ${formatExact(paid)} of ${formatExact(order.charge)}: ${formatExact(missing)} is missing.`
      : "We received a different amount from the price.";
  return (
    <>
      <p>{`${amounts} Please don't pay again. Our team will contact you about the rest.`}</p>
      <PaymentSlip order={order} status="short-paid" />
    </>
  );
}

/** The text for a payment whose mails could not be sent, with the button that sends them again. */
function NotNotified({ order, onResend }: { order: Order; onResend: () => void }) {
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
      <PaymentSlip order={order} status="received" note={NOT_HANDED_OVER}>
        <ReceiptNotes order={order} />
      </PaymentSlip>
    </>
  );
}

/** The announcement of a received dollar payment. */
export function PaymentSuccessful({ order }: { order: Order }) {
  if (order.charge.currency !== "USD") return null;
  return (
    <p role="alert" className="font-bold">
      Payment successful!!
    </p>
  );
}
