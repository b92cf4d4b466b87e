import type { ReactNode } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { Payment } from "~/domain/payments/payment-flow.ts";
import { PaymentSlip } from "./PaymentSlip.tsx";
import { type Offers, ReceiptNotes } from "./ReceiptNotes.tsx";
import { useConfirmation } from "./useConfirmation.ts";

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
