import type { AppContext } from "~/edge/app-context.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { paypalSteps } from "./compare-paypal.ts";
import { paystackSteps } from "./compare-paystack.ts";
import { comparisonOf, lastClosedDay } from "./comparison.ts";
import {
  claimReconciliation,
  closeEarlier,
  compareByCharges,
  finishReconciliation,
  giveUpReconciliation,
  type Reconciliation,
  releaseReconciliation,
  type StepResult,
  saveStep,
} from "./reconciliation-store.ts";
import { reportDifferences } from "./report-differences.ts";

/** The most steps in one sweep. A step makes a request or two on a quiet day. */
const STEPS_A_SWEEP = 4;

/**
 * Compares the seven days up to yesterday, from six in the morning in Lagos on, over several sweeps. A charge
 * that only the provider has is recorded, one that only the edge has is flagged, and one mail names both.
 */
export async function reconcileBooks(context: AppContext): Promise<void> {
  const { db, now } = context;
  const day = lastClosedDay(now);
  await closeEarlier(db, day);
  for (const provider of ["paystack", "paypal"] as const) {
    if (!context.providers[provider]) continue;
    const reconciliation = await claimReconciliation(db, { provider, day }, now);
    if (reconciliation) await continueComparison(context, reconciliation, STEPS_A_SWEEP);
  }
  await reportDifferences(context);
}

/** Compares a day, by its charges if PayPal refuses its list. @returns whether it is finished */
export async function reconcileDay(
  context: AppContext,
  { provider, day }: Pick<Reconciliation, "provider" | "day">,
): Promise<boolean> {
  const { db, now } = context;
  if (!context.providers[provider]) {
    await giveUpReconciliation(db, { provider, day });
    return true;
  }
  for (let pass = 0; pass < 2; pass += 1) {
    const reconciliation = await claimReconciliation(db, { provider, day }, now);
    if (!reconciliation) return true;
    if (await continueComparison(context, reconciliation, Number.POSITIVE_INFINITY)) return true;
  }
  return false;
}

/** @returns whether the comparison is finished */
async function continueComparison(
  context: AppContext,
  reconciliation: Reconciliation,
  mostSteps: number,
): Promise<boolean> {
  const { db, now } = context;
  const { provider, day, cursor } = reconciliation;
  const steps = stepsOf(context, reconciliation);
  try {
    for (const step of steps.slice(cursor, cursor + mostSteps)) {
      await saveStep(db, reconciliation, await step());
    }
    if (cursor + mostSteps < steps.length) {
      await releaseReconciliation(db, reconciliation);
      return false;
    }
    await finishReconciliation(db, reconciliation, now);
    log("books-compared", { provider, day });
    return true;
  } catch (error) {
    await releaseReconciliation(db, reconciliation);
    if (isListRefused(reconciliation, error)) {
      logError("paypal-list-refused", { day });
      await compareByCharges(db, reconciliation);
    } else {
      logError("books-not-compared", { provider, day, reason: reasonOf(error) });
    }
    return false;
  }
}

function stepsOf(context: AppContext, reconciliation: Reconciliation): (() => Promise<StepResult>)[] {
  const { paystack, paypal } = context.providers;
  const comparison = comparisonOf(context, reconciliation);
  if (reconciliation.provider === "paystack")
    return paystack ? paystackSteps(comparison, paystack.client) : [];
  return paypal ? paypalSteps(comparison, paypal.client, reconciliation.basis) : [];
}

/** Whether PayPal refused its list, which it shows only to an app with Transaction Search. */
function isListRefused({ provider, basis }: Reconciliation, error: unknown): boolean {
  return provider === "paypal" && basis === "list" && error instanceof ProviderError && error.status === 403;
}
