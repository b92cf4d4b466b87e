import { useCallback, useEffect, useRef, useState } from "react";
import { acknowledge, type OutboxEntry, removeEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { $reports, resolveEarlier } from "~/browser/payments/ask-payment.ts";
import { OUTBOX_KEY } from "~/browser/stores/browser-storage.ts";
import type { Order } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { useVisibleStatus } from "./PaymentOutcome.tsx";
import type { PaymentControl } from "./usePayment.ts";

interface UnresolvedOptions {
  /**
   * A registration is to be tried again. @param goesOn with the payment that was started; another one where
   * that was returned
   */
  onTryAgain?: (order: Order, goesOn: boolean) => void;
  /** An entry was resolved without a payment: the button that was pressed is about to go. */
  onResolved: () => void;
}

/**
 * Payments of earlier visits, or of other tabs, whose end this page has not seen, and what can be done about
 * each.
 * @param payment the payment this page is about, which is shown elsewhere
 */
export function useUnresolvedPayments(
  payment: PaymentControl,
  { onTryAgain, onResolved }: UnresolvedOptions,
) {
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  const visibleStatusOf = useVisibleStatus();
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
      await resolveEarlier(entry);
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

  const statusOf = ({ order, payment: seen }: OutboxEntry) => visibleStatusOf({ order, seen });

  /**
   * Has the form filled in again, and keeps the payment that was started with it. @returns the order to pay
   */
  function resume(entry: OutboxEntry): Order {
    const { order } = entry;
    // What was paid and returned is not paid again under its reference.
    const isResumed = statusOf(entry) !== "refunded";
    onTryAgain?.(order, isResumed);
    if (isResumed) payment.resume(order);
    else removeEntry(order.reference);
    return isResumed ? order : { ...order, reference: newReference(order.purpose, new Date()) };
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
      $reports.setKey(entry.order.reference, "asking");
      void ask(entry);
    },
    /** The visitor says that it went through: staff are asked to look it up. */
    reportPaid: ({ order }: OutboxEntry) => {
      void payment.reportPaid(order);
      refresh();
    },
    /** Starts the payment again with what was typed, unless another one is still unresolved. */
    tryAgain: (entry: OutboxEntry) => {
      const order = resume(entry);
      if (withoutCurrent(refresh()).length === 0) void payment.pay(order);
      else onResolved();
    },
    /** The visitor says that it did not go through: it can be tried again. */
    reportNotPaid: (entry: OutboxEntry) => {
      resume(entry);
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
