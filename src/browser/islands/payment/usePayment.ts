import { useStore } from "@nanostores/react";
import { useRef, useState } from "react";
import { createPaymentStore, type MailAddresses } from "~/browser/payments/payment-store.ts";
import type { Order } from "~/domain/payments/order.ts";

export function usePayment(addresses: MailAddresses | null, onPaid: (order: Order) => void) {
  const latestOnPaid = useRef(onPaid);
  latestOnPaid.current = onPaid;
  const [store] = useState(() => createPaymentStore(addresses, (order) => latestOnPaid.current(order)));
  return { ...useStore(store.$payment), ...store.actions };
}

export type PaymentControl = ReturnType<typeof usePayment>;
