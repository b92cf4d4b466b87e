import { useCallback, useEffect, useRef, useState } from "react";
import { acknowledge, type OutboxEntry, removeEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { resolveEarlier } from "~/browser/payments/ask-payment.ts";
import { OUTBOX_KEY } from "~/browser/stores/browser-storage.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { PaymentControl } from "./usePayment.ts";

/** The status of an earlier payment as the edge says; "asking" before it has answered, null when it does not know. */
export type EarlierStatus = ReportedStatus["status"] | "asking" | null;

interface UnresolvedOptions {
  /** A registration is to be tried again. @param goesOn with the payment that was started; another one where that was returned */
  onTryAgain?: (order: Order, goesOn: boolean) => void;
  /** An entry was resolved without a payment: the button that was pressed is about to go. */
  onResolved: () => void;
}

/**
 * Payments of earlier visits, or of other tabs, whose end this page has not seen, and what can be done about each.
 * @param payment the payment this page is about, which is shown elsewhere
 */
export function useUnresolvedPayments(
  payment: PaymentControl,
  { onTryAgain, onResolved }: UnresolvedOptions,
) {
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  const [statuses, setStatuses] = useState<Readonly<Record<string, EarlierStatus>>>({});
  const checkedReferences = useRef(new Set<string>());
  const { flow } = payment;
  const current = flow.step === "editing" ? null : flow.order.reference;
  const withoutCurrent = (all: readonly OutboxEntry[]) =>
    all.filter(({ order }) => order.reference !== current);
  const refresh = useCallback(() => {
    const latest = unresolvedEntries();
    setEntries(latest);
    return latest;
  }, []);
  const ask = useCallback(
    async (entry: OutboxEntry) => {
      const { reference } = entry.order;
      checkedReferences.current.add(reference);
      const reported = await resolveEarlier(entry);
      setStatuses((before) => ({ ...before, [reference]: reported }));
      refresh();
    },
    [refresh],
  );

  useEffect(() => {
    refresh();
    const onStorage = (event: StorageEvent) => {
      if (event.key === null || event.key.startsWith(OUTBOX_KEY)) refresh();
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [refresh]);

  useEffect(() => {
    for (const entry of entries) {
      const { reference } = entry.order;
      const isOpen = entry.payment.status !== "paid" && reference !== current;
      if (isOpen && !checkedReferences.current.has(reference)) void ask(entry);
    }
  }, [entries, current, ask]);

  const statusOf = ({ order }: OutboxEntry): EarlierStatus => {
    const reported = statuses[order.reference];
    return reported === undefined ? "asking" : reported;
  };

  function tryAgain(entry: OutboxEntry) {
    const { order } = entry;
    if (order.purpose !== "registration") return removeEntry(order.reference);
    // What was paid and returned is not paid again under its reference.
    const goesOn = statusOf(entry) !== "refunded";
    onTryAgain?.(order, goesOn);
    if (goesOn) payment.resume(order);
    else removeEntry(order.reference);
  }

  function resolved() {
    refresh();
    onResolved();
  }

  return {
    /** Until they are resolved, nothing can be paid. */
    entries: withoutCurrent(entries),
    /** Reads the outbox again: a page from the back/forward cache has missed its changes. */
    refresh: () => withoutCurrent(refresh()),
    statusOf,
    askAgain: (entry: OutboxEntry) => {
      setStatuses((before) => ({ ...before, [entry.order.reference]: "asking" }));
      void ask(entry);
    },
    /** The visitor says that it went through: staff are asked to look it up. */
    reportPaid: ({ order }: OutboxEntry) => {
      void payment.reportPaid(order);
      refresh();
    },
    /** The edge or the visitor says that it did not: it can be tried again. */
    reportNotPaid: (entry: OutboxEntry) => {
      tryAgain(entry);
      resolved();
    },
    /** The visitor has read that it is being confirmed. */
    acknowledge: ({ order }: OutboxEntry) => {
      acknowledge(order.reference);
      resolved();
    },
  };
}

export type UnresolvedControl = ReturnType<typeof useUnresolvedPayments>;
