import { type ReactNode, useEffect, useState } from "react";
import { askPayment } from "~/browser/payments/ask-payment.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { Payment } from "~/domain/payments/payment-flow.ts";
import { PaymentSlip } from "./PaymentSlip.tsx";
import { type Offers, ReceiptNotes } from "./ReceiptNotes.tsx";

interface ReceivedPaymentProps {
  order: Order;
  payment: Payment;
  support: SupportContacts;
  offers: Offers | undefined;
  /** Staff have no mail of it yet. */
  isUnreported?: boolean;
  /** The specification's words about the confirmation. */
  children?: ReactNode;
}

/** The one receipt of a payment that came: whether it is confirmed, and where its mail is. */
export function ReceivedPayment({
  order,
  payment,
  support,
  offers,
  isUnreported = false,
  children,
}: ReceivedPaymentProps) {
  const { isConfirmed, isReceiptSent } = useConfirmation(order);
  const { email } = order.learner;
  const unconfirmed = isUnreported ? "Paid, not yet handed to our team" : "Received, being confirmed";
  return (
    <>
      {children}
      <p role="status">{isReceiptSent && email ? `Your receipt is already in ${email}` : ""}</p>
      <PaymentSlip
        order={order}
        payer={payment.payer}
        support={support}
        status={isConfirmed ? "Paid" : unconfirmed}
      >
        {offers && <ReceiptNotes order={order} offers={offers} />}
      </PaymentSlip>
    </>
  );
}

/** How long after the last answer the edge is asked: the provider's report and the receipt follow the payment by seconds. */
const WAITS_MS = [1_500, 6_000];

/** Whether the edge has confirmed a payment that this browser saw arrive, and has sent its receipt. */
function useConfirmation(order: Order): { isConfirmed: boolean; isReceiptSent: boolean } {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [isReceiptSent, setIsReceiptSent] = useState(false);

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
      const isPaid = reported?.status === "paid";
      if (isPaid) setIsConfirmed(true);
      if (isPaid && reported.isReceiptSent) setIsReceiptSent(true);
      else await ask(others);
    }
    void ask(WAITS_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [order]);

  return { isConfirmed, isReceiptSent };
}
