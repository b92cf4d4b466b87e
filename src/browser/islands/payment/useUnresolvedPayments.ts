import { useEffect, useEffectEvent, useRef, useState } from "react";
import { acknowledge, type OutboxEntry, removeEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { $reports, resolveEarlier } from "~/browser/payments/ask-payment.ts";
import { OUTBOX_KEY } from "~/browser/stores/browser-storage.ts";
import type { Order } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { useWindowEvent } from "../support/useWindowEvent.ts";
import { useVisibleStatus } from "./PaymentOutcome.tsx";
import type { PaymentControl } from "./usePayment.ts";

interface UnresolvedOptions {
  /** Fills the form in with a registration that is paid again. `isResumed` is false for a refunded payment. */
  onTryAgain?: (order: Order, isResumed: boolean) => void;
  /** Moves the focus after an entry was resolved without a payment, because its button disappears. */
  onResolved: () => void;
}

/**
 * Returns the payments of earlier visits or other tabs whose outcome this page has not seen, with actions for
 * each.
 * @param payment the page's own payment, which is shown elsewhere
 */
export function useUnresolvedPayments(
  payment: PaymentControl,
  { onTryAgain, onResolved }: UnresolvedOptions,
) {
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  const visibleStatusOf = useVisibleStatus();
  const checkedReferences = useRef(new Set<string>());
  const { flow } = payment;
  const currentReference = flow.step === "editing" ? null : flow.order.reference;
  const withoutCurrent = (allEntries: readonly OutboxEntry[]) =>
    allEntries.filter(({ order }) => order.reference !== currentReference);

  function refresh(): readonly OutboxEntry[] {
    const latestEntries = unresolvedEntries();
    setEntries(latestEntries);
    return latestEntries;
  }

  async function ask(entry: OutboxEntry): Promise<void> {
    checkedReferences.current.add(entry.order.reference);
    await resolveEarlier(entry);
    refresh();
  }

  const readFirst = useEffectEvent(refresh);
  useEffect(() => void readFirst(), []);
  useWindowEvent("storage", ({ key }) => {
    if (key === null || key.startsWith(OUTBOX_KEY)) refresh();
  });

  const askUnlessChecked = useEffectEvent((entry: OutboxEntry) => {
    if (!checkedReferences.current.has(entry.order.reference)) void ask(entry);
  });
  useEffect(() => {
    for (const entry of entries) {
      const isOpen = entry.payment.status !== "paid" && entry.order.reference !== currentReference;
      if (isOpen) askUnlessChecked(entry);
    }
  }, [entries, currentReference]);

  const statusOf = (entry: OutboxEntry) => visibleStatusOf({ order: entry.order, seen: entry.payment });

  /** Fills the form in again and resumes its payment. @returns the order to pay */
  function resume(entry: OutboxEntry): Order {
    const { order } = entry;
    // A refunded payment is not paid again under its reference.
    const isResumed = statusOf(entry) !== "refunded";
    onTryAgain?.(order, isResumed);
    if (isResumed) payment.resume(order);
    else removeEntry(order.reference);
    return isResumed ? order : { ...order, reference: newReference(order.purpose, new Date()) };
  }

  function refreshAfterAnswer(): void {
    refresh();
    onResolved();
  }

  return {
    /** The unresolved entries. Nothing can be paid until they are resolved. */
    entries: withoutCurrent(entries),
    /** Reads the outbox again, because a page from the back/forward cache has missed its changes. */
    refresh: () => withoutCurrent(refresh()),
    statusOf,
    askAgain: (entry: OutboxEntry) => {
      $reports.setKey(entry.order.reference, "asking");
      void ask(entry);
    },
    /** Reports that the visitor says they paid, so that staff look the payment up. */
    reportPaid: ({ order }: OutboxEntry) => {
      void payment.reportPaid(order);
      refresh();
    },
    /** Starts the payment again with the same order, unless another one is still unresolved. */
    tryAgain: (entry: OutboxEntry) => {
      const order = resume(entry);
      if (withoutCurrent(refresh()).length === 0) void payment.pay(order);
      else onResolved();
    },
    /** Notes that the visitor says they did not pay, and allows another attempt. */
    reportNotPaid: (entry: OutboxEntry) => {
      resume(entry);
      refreshAfterAnswer();
    },
    /** Notes that the visitor has read that the payment is being confirmed. */
    acknowledge: ({ order }: OutboxEntry) => {
      acknowledge(order.reference);
      refreshAfterAnswer();
    },
  };
}

export type UnresolvedControl = ReturnType<typeof useUnresolvedPayments>;
