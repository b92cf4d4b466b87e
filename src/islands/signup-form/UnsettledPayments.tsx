import { useEffect, useState } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { Order } from "~/domain/enrolment/order.ts";
import { OUTBOX_KEY, readOutbox } from "~/mail/outbox.ts";
import { PaymentSlip } from "../payment/PaymentSlip.tsx";
import type { PaymentControl } from "../payment/usePayment.ts";

interface UnsettledPaymentsProps {
  payment: PaymentControl;
  support: SupportContacts;
  /** The visitor says that the order was not paid: it can be tried again. */
  onTakeUp(order: Order): void;
}

/** Asks about payments whose tab was closed or reloaded before their end was seen: only the visitor knows. */
export function UnsettledPayments({ payment, support, onTakeUp }: UnsettledPaymentsProps) {
  const [orders, setOrders] = useState<readonly Order[]>([]);
  const { flow } = payment;
  const current = flow.step === "editing" ? null : flow.order.reference;

  useEffect(() => {
    const refresh = () =>
      setOrders(
        readOutbox()
          .filter((entry) => entry.payment.status === "opened" && entry.order.purpose === "registration")
          .map((entry) => entry.order),
      );
    refresh();
    const onStorage = (event: StorageEvent) => {
      if (event.key === OUTBOX_KEY || event.key === null) refresh();
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, []);

  const forget = (order: Order) => setOrders((before) => before.filter((other) => other !== order));
  return orders
    .filter((order) => order.reference !== current)
    .map((order) => (
      <section key={order.reference} className="notice notice-bad" aria-label="A payment without an end">
        <p className="notice-title">Did this payment go through?</p>
        <p>
          You began to pay and we did not see how it ended. If it is still open in another tab, finish it
          there. Please do not pay twice.
        </p>
        <PaymentSlip order={order} support={support} status="Begun, end unknown" />
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => {
              forget(order);
              void payment.reportPaid(order);
            }}
          >
            Yes, I paid
          </button>
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => {
              forget(order);
              onTakeUp(order);
            }}
          >
            No, let me try again
          </button>
        </div>
      </section>
    ));
}
