import { useStore } from "@nanostores/react";
import { useRef, useState } from "react";
import { createPaymentStore, type MailAddresses } from "~/browser/payments/payment-store.ts";

export function usePayment(addresses: MailAddresses | null, onPaid: () => void) {
  const latestOnPaid = useRef(onPaid);
  latestOnPaid.current = onPaid;
  const [store] = useState(() => createPaymentStore(addresses, () => latestOnPaid.current()));
  return { ...useStore(store.$payment), ...store.actions };
}

export type PaymentControl = ReturnType<typeof usePayment>;
