import { useStore } from "@nanostores/react";
import { useEffect, useRef, useState } from "react";
import { createPagePayments } from "~/browser/payments/page-payments.ts";
import type { MailAddresses } from "~/browser/payments/payment-effects.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { OrderRefusal } from "~/domain/payments/payment-flow.ts";

/** Runs payments of orders. @param onRefused shows a refusal in the page's form. Without it a dialog does */
export function usePayment(
  addresses: MailAddresses | null,
  onPaid: (order: Order) => void,
  onRefused?: (refusal: OrderRefusal, order: Order) => void,
) {
  const latest = useRef({ onPaid, onRefused });
  latest.current = { onPaid, onRefused };
  const [store] = useState(() => {
    const showRefusal = (refusal: OrderRefusal, order: Order) => latest.current.onRefused?.(refusal, order);
    return createPagePayments(addresses, (order) => latest.current.onPaid(order), onRefused && showRefusal);
  });
  const { flow, isDialogOpen } = useStore(store.$payment);
  const notice = useRef<HTMLElement>(null);

  // The pressed button may be gone when the dialog closes, so the payment's notice gets the focus.
  useEffect(() => {
    if (!isDialogOpen) notice.current?.focus();
  }, [isDialogOpen]);

  return { flow, isDialogOpen, ...store.actions, notice };
}

export type PaymentControl = ReturnType<typeof usePayment>;
