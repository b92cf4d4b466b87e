import { useCallback, useEffect, useRef, useState } from "react";
import { acknowledge, type OutboxEntry, removeEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { resolveEarlier } from "~/browser/payments/resolve-earlier.ts";
import { OUTBOX_KEY } from "~/browser/stores/browser-storage.ts";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { PaymentControl } from "./usePayment.ts";

/** The status of an earlier payment as the edge says; "asking" before it has answered, null when it does not know. */
export type EarlierStatus = ReportedStatus["status"] | "asking" | null;

/** Payments of earlier visits, or of other tabs, whose end this page has not seen, and what can be done about each. */
export interface UnresolvedControl {
  /** Until they are resolved, nothing can be paid. */
  readonly entries: readonly OutboxEntry[];
  /** Reads the outbox again: a page from the back/forward cache has missed its changes. */
  refresh(): readonly OutboxEntry[];
  statusOf(entry: OutboxEntry): EarlierStatus;
  /** Asks the edge once more for its status. */
  askAgain(entry: OutboxEntry): void;
  /** The visitor says that it went through: staff are asked to look it up. */
  reportPaid(entry: OutboxEntry): void;
  /** The edge or the visitor says that it did not: it can be tried again. */
  reportNotPaid(entry: OutboxEntry): void;
  /** The visitor has read that it is being confirmed. */
  acknowledge(entry: OutboxEntry): void;
}

interface UnresolvedOptions {
  /** A registration is to be tried again. @param goesOn with the payment that was started; another one where that was returned */
  onTryAgain?: (order: Order, goesOn: boolean) => void;
  /** An entry was resolved without a payment: the button that was pressed is about to go. */
  onResolved?: () => void;
}

/** @param payment the payment this page is about, which is shown elsewhere */
export function useUnresolvedPayments(
  payment: PaymentControl,
  { onTryAgain, onResolved }: UnresolvedOptions = {},
): UnresolvedControl {
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  const [statuses, setStatuses] = useState<ReadonlyMap<string, EarlierStatus>>(new Map());
  const checkedReferences = useRef(new Set<string>());
  const { flow } = payment;
  const current = flow.step === "editing" ? null : flow.order.reference;
  const others = entries.filter(({ order }) => order.reference !== current);
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
      setStatuses((before) => new Map(before).set(reference, reported));
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

  const statusOf = ({ order: { reference } }: OutboxEntry) => {
    const reported = statuses.get(reference);
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

  return {
    entries: others,
    refresh: () => refresh().filter(({ order }) => order.reference !== current),
    statusOf,
    askAgain: (entry) => {
      setStatuses((before) => new Map(before).set(entry.order.reference, "asking"));
      void ask(entry);
    },
    reportPaid: ({ order }) => {
      void payment.reportPaid(order);
      refresh();
    },
    reportNotPaid: (entry) => {
      tryAgain(entry);
      refresh();
      onResolved?.();
    },
    acknowledge: ({ order }) => {
      acknowledge(order.reference);
      refresh();
      onResolved?.();
    },
  };
}
