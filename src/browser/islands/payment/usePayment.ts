import { useStore } from "@nanostores/react";
import { useEffect, useRef, useState } from "react";
import { createPaymentStore, type MailAddresses } from "~/browser/payments/payment-store.ts";
import type { Order } from "~/domain/payments/order.ts";

export function usePayment(addresses: MailAddresses | null, onPaid: (order: Order) => void) {
  const latestOnPaid = useRef(onPaid);
  latestOnPaid.current = onPaid;
  const [store] = useState(() => createPaymentStore(addresses, (order) => latestOnPaid.current(order)));
  const state = useStore(store.$payment);
  const notice = useRef<HTMLElement>(null);

  // The button that was pressed may be gone: when the dialog closes, the focus goes to the notice of the payment.
  useEffect(() => {
    if (!state.isDialogOpen) notice.current?.focus();
  }, [state.isDialogOpen]);

  return { ...state, ...store.actions, notice };
}

export type PaymentControl = ReturnType<typeof usePayment>;
