import type { AppContext } from "~/edge/app-context.ts";
import type { PaymentReport } from "~/edge/payments/payment-report.ts";
import { recordPayment } from "~/edge/payments/record-payment.ts";
import type { Difference } from "./difference.ts";
import { type Reconciliation, saveDifferences } from "./reconciliation-store.ts";

/** A running comparison: what its steps share. */
export interface Comparison extends Pick<Reconciliation, "provider" | "day"> {
  readonly context: AppContext;
  /** Stores a difference, once however often it is found, and before it is acted on: afterwards there is none. */
  note(difference: Difference): Promise<void>;
}

export function comparisonOf(
  context: AppContext,
  { provider, day, differences }: Reconciliation,
): Comparison {
  const kept = [...differences];
  const isSame = (a: Difference, b: Difference) => a.kind === b.kind && a.reference === b.reference;
  return {
    context,
    provider,
    day,
    note: async (difference) => {
      if (kept.some((each) => isSame(each, difference))) return;
      kept.push(difference);
      await saveDifferences(context.db, { provider, day }, kept);
    },
  };
}

/** Records what the provider's books say of a payment that is known here, and notifies staff of what follows. */
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
  await recordPayment(context, finding.reference, { reports: [report], enrolment: null });
}
