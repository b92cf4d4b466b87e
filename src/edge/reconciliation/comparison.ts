import { addDays, DAY_MS, type Day, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import type { PaymentReport } from "~/edge/payments/payment-events.ts";
import type { Period } from "~/edge/payments/provider.ts";
import { type Reconciliation, saveDifferences } from "./reconciliation-store.ts";
import type { Difference } from "./report-differences.ts";

type FoundDifference = Pick<Difference, "kind" | "reference"> & Partial<Difference>;

export interface Comparison extends Pick<Reconciliation, "provider" | "day"> {
  readonly context: AppContext;
  /** Stores a difference once. It is stored before it is mended. */
  note(difference: FoundDifference): Promise<void>;
}

export function comparisonOf(
  context: AppContext,
  { provider, day, differences }: Reconciliation,
): Comparison {
  const storedDifferences = [...differences];
  const isSame = (a: Difference, b: Difference) => a.kind === b.kind && a.reference === b.reference;
  return {
    context,
    provider,
    day,
    note: async (found) => {
      const difference = { currency: "", oursMinor: null, theirsMinor: null, ...found };
      if (storedDifferences.some((stored) => isSame(stored, difference))) return;
      storedDifferences.push(difference);
      await saveDifferences(context.db, { provider, day }, storedDifferences);
    },
  };
}

/** Records what the provider's books say about a recorded payment, and notifies staff of what follows. */
export async function recordFinding(
  { context, provider }: Comparison,
  finding: Pick<PaymentReport, "kind" | "eventId" | "reference" | "amountMinor" | "currency">,
): Promise<void> {
  const report: PaymentReport = {
    ...finding,
    provider,
    source: "verification",
    occurredAt: context.now.toISOString(),
  };
  await recordPayment(context, finding.reference, { reports: [report] });
}

/** The number of days that are compared each time, so that late entries are found. */
export const DAYS_COMPARED = 7;

/** The pause between the end of a day and its comparison. PayPal's list is hours late. */
const CLOSES_AFTER_MS = 6 * 3_600_000;

/** Returns the last day in Lagos whose books can be compared: from six in the morning on, yesterday. */
export function lastClosedDay(now: Date): Day {
  return addDays(lagosDay(new Date(now.getTime() - CLOSES_AFTER_MS)), -1);
}

export function comparedDays(last: Day): Day[] {
  return Array.from({ length: DAYS_COMPARED }, (_, index) => addDays(last, index + 1 - DAYS_COMPARED));
}

export function periodOf(day: Day): Period {
  const from = lagosTime(day, 0);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}
