import { startTransition, useCallback, useEffect, useState } from "react";
import type { Order } from "~/domain/enrolment/order.ts";
import { acknowledge, type OutboxEntry, removeEntry, unsettledEntries } from "~/mail/outbox.ts";
import { OUTBOX_KEY } from "~/stores/browser-storage.ts";
import type { PaymentControl } from "./usePayment.ts";

/** Payments of earlier visits, or of other tabs, whose end nobody saw, and what the visitor can say of each. */
export interface UnsettledControl {
  /** Until they are dealt with, nothing can be paid. */
  readonly entries: readonly OutboxEntry[];
  /** Looks again, and gives what there is now: a page that comes back with the Back button has heard of nothing. */
  refresh(): readonly OutboxEntry[];
  /** The visitor says that it went through: staff are told to look it up. */
  reportPaid(entry: OutboxEntry): void;
  /** The visitor says that it did not: it can be tried again. */
  reportNotPaid(entry: OutboxEntry): void;
  /** The visitor has read that it is being confirmed. */
  acknowledge(entry: OutboxEntry): void;
}

interface UnsettledOptions {
  /** A registration that was not paid is to be tried again. */
  onTryAgain?: (order: Order) => void;
  /** What the visitor pressed is about to go, and the page goes on without a payment. */
  onPutAside?: () => void;
}

/** @param payment the payment this page is about, which is told of elsewhere */
export function useUnsettledPayments(
  payment: PaymentControl,
  { onTryAgain, onPutAside }: UnsettledOptions = {},
): UnsettledControl {
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  const { flow } = payment;
  const current = flow.step === "editing" ? null : flow.order.reference;
  const isOther = ({ order }: OutboxEntry) => order.reference !== current;
  const refresh = useCallback(() => {
    const latest = unsettledEntries();
    setEntries(latest);
    return latest;
  }, []);

  useEffect(() => {
    // With whatever else the page learns as it wakes, and not in one piece at once.
    startTransition(() => void refresh());
    const onStorage = (event: StorageEvent) => {
      if (event.key === OUTBOX_KEY || event.key === null) refresh();
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [refresh]);

  function tryAgain(order: Order) {
    if (order.purpose !== "registration") return removeEntry(order.reference);
    onTryAgain?.(order);
    payment.takeUp(order);
  }

  return {
    entries: entries.filter(isOther),
    refresh: () => refresh().filter(isOther),
    reportPaid: ({ order }) => {
      void payment.reportPaid(order);
      refresh();
    },
    reportNotPaid: ({ order }) => {
      tryAgain(order);
      refresh();
      onPutAside?.();
    },
    acknowledge: ({ order }) => {
      acknowledge(order.reference);
      refresh();
      onPutAside?.();
    },
  };
}
