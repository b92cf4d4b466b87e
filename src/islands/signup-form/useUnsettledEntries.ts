import { useCallback, useEffect, useState } from "react";
import { type OutboxEntry, unsettledEntries } from "~/mail/outbox.ts";
import { OUTBOX_KEY } from "~/stores/browser-storage.ts";

export interface UnsettledEntries {
  readonly entries: readonly OutboxEntry[];
  /**
   * Looks again, and gives what there is now. To be called after one of them was dealt with on this page; other tabs are
   * heard of by themselves.
   */
  refresh(): readonly OutboxEntry[];
}

/** Payments of earlier visits whose end nobody saw, and what the visitor can say of each. */
export interface UnsettledControl {
  /** Until they are dealt with, nothing can be paid. */
  readonly unsettled: readonly OutboxEntry[];
  /** The visitor says that it went through: staff are told to look it up. */
  reportPaid(entry: OutboxEntry): void;
  /** The visitor says that it did not: it can be tried again. */
  reportNotPaid(entry: OutboxEntry): void;
  /** The visitor has read that it is being confirmed. */
  acknowledge(entry: OutboxEntry): void;
}

/**
 * Payments of earlier visits, or of other tabs, whose end nobody saw.
 * @param current reference of the payment this page is about, which is told of elsewhere
 */
export function useUnsettledEntries(current: string | null): UnsettledEntries {
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([]);
  const isOther = ({ order }: OutboxEntry) => order.reference !== current;
  const refresh = useCallback(() => {
    const latest = unsettledEntries();
    setEntries(latest);
    return latest;
  }, []);

  useEffect(() => {
    refresh();
    const onStorage = (event: StorageEvent) => {
      if (event.key === OUTBOX_KEY || event.key === null) refresh();
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [refresh]);

  return { entries: entries.filter(isOther), refresh: () => refresh().filter(isOther) };
}
