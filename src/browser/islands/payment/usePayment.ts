import { useStore } from "@nanostores/react";
import { useRef, useState } from "react";
import {
  createPaymentStore,
  type MailAddresses,
  type PaymentActions,
  type PaymentState,
} from "~/browser/payments/payment-store.ts";

export interface PaymentControl extends PaymentState, PaymentActions {}

export function usePayment(addresses: MailAddresses | null, onPaid: () => void): PaymentControl {
  const latestOnPaid = useRef(onPaid);
  latestOnPaid.current = onPaid;
  const [store] = useState(() => createPaymentStore(addresses, () => latestOnPaid.current()));
  return { ...useStore(store.$payment), ...store.actions };
}
