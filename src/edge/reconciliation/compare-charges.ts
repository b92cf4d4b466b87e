import { moneyMoved } from "~/domain/payments/money-back.ts";
import { type Database, rowsOf, sql } from "~/edge/database.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import type { Period, Provider } from "~/edge/payments/provider.ts";
import { type Comparison, recordFinding } from "./comparison.ts";

export interface ReportedCharge {
  readonly id: string;
  /** Our reference; `null` if the charge has none of this site's. */
  readonly reference: string | null;
  /** Hundredths. */
  readonly amountMinor: number | null;
  readonly currency: string;
}

/**
 * Compares the provider's charges with the recorded ones. A charge with another amount is flagged; one that
 * agrees loses the flag. @returns this site's charges that were not recorded, stored as differences
 */
export async function compareReported<Charge extends ReportedCharge>(
  comparison: Comparison,
  reported: readonly Charge[],
): Promise<(Charge & { readonly reference: string })[]> {
  const { context, provider } = comparison;
  const recorded = await chargesAmong(
    context.db,
    provider,
    reported.map(({ id }) => id),
  );
  const missing: (Charge & { readonly reference: string })[] = [];
  for (const charge of reported) {
    const recordedCharge = recorded.get(charge.id);
    const { reference, currency, amountMinor: theirsMinor } = charge;
    if (recordedCharge) {
      const isSame = recordedCharge.amountMinor === theirsMinor && recordedCharge.currency === currency;
      if (!isSame) await doubt(comparison, recordedCharge, { kind: "amount-differs", theirsMinor });
      else if (recordedCharge.isDoubted)
        await recordFinding(comparison, findingOn(recordedCharge, "at-provider"));
    } else if (reference !== null) {
      await comparison.note({ kind: "charge-not-recorded", reference, currency, theirsMinor });
      missing.push({ ...charge, reference });
    }
  }
  return missing;
}

/** The number of missing charges above which the list itself is doubted. */
const MOST_DOUBTED = 10;

/** Flags charges that the provider neither lists nor finds by their number. */
export async function findAbsent(
  comparison: Comparison,
  period: Period,
  listed: ReadonlySet<string>,
  isAtProvider: (charge: RecordedCharge) => Promise<boolean>,
): Promise<void> {
  const { context, provider } = comparison;
  const recorded = await chargesIn(context.db, provider, period);
  const unlisted = recorded.filter(({ id }) => !listed.has(id));
  const absent: RecordedCharge[] = [];
  for (const charge of unlisted) {
    if (!(await isAtProvider(charge))) absent.push(charge);
    if (absent.length > MOST_DOUBTED) {
      return comparison.note({ kind: "list-doubted", reference: "" });
    }
  }
  for (const charge of absent) {
    await doubt(comparison, charge, { kind: "charge-not-at-provider", theirsMinor: null });
  }
}

export interface ComparedCharge {
  readonly reference: string;
  readonly chargeId: string;
  readonly currency: string;
}

/** Records money that went back without a record here. @param inAllMinor the sum in the provider's books */
export async function compareReturned(
  comparison: Comparison,
  { reference, chargeId, currency }: ComparedCharge,
  inAllMinor: number,
): Promise<void> {
  const history = await historyOf(comparison.context.db, reference);
  const oursMinor = moneyMoved(history, currency).returnedByProvider;
  if (inAllMinor <= oursMinor) return;
  const difference = { reference, currency, oursMinor, theirsMinor: inAllMinor };
  await comparison.note({ kind: "return-not-recorded", ...difference });
  await recordFinding(comparison, {
    kind: "returned-in-all",
    eventId: `returned-in-all:${chargeId}:${inAllMinor}`,
    reference,
    amountMinor: inAllMinor,
    currency,
  });
}

async function doubt(
  comparison: Comparison,
  charge: RecordedCharge,
  { kind, theirsMinor }: { kind: "amount-differs" | "charge-not-at-provider"; theirsMinor: number | null },
): Promise<void> {
  const { reference, currency, amountMinor: oursMinor } = charge;
  await comparison.note({ kind, reference, currency: currency ?? "", oursMinor, theirsMinor });
  await recordFinding(comparison, findingOn(charge, "not-at-provider"));
}

function findingOn(
  { id, reference, amountMinor, currency }: RecordedCharge,
  kind: "not-at-provider" | "at-provider",
) {
  return { kind, eventId: `${kind}:${id}`, reference, amountMinor, currency };
}

export interface RecordedCharge {
  readonly id: string;
  readonly reference: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

const CHARGE = sql`substr(event_id, length('charged:') + 1) AS id, reference, amount_minor AS amountMinor, currency`;

/** A condition on the event of a charge: a comparison has doubted the charge. */
const IS_DOUBTED = sql`EXISTS (SELECT 1 FROM payment_events AS doubt
  WHERE doubt.provider = payment_events.provider AND doubt.event_id =
    'not-at-provider:' || substr(payment_events.event_id, length('charged:') + 1))`;

/** Returns the recorded charges with these numbers of a provider's, including those on its test account. */
async function chargesAmong(
  db: Database,
  provider: Provider,
  ids: readonly string[],
): Promise<Map<string, RecordedCharge & { readonly isDoubted: number }>> {
  // The numbers are one bound value, because D1 takes at most a hundred.
  const results = await rowsOf<RecordedCharge & { readonly isDoubted: number }>(db)`
    SELECT ${CHARGE}, ${IS_DOUBTED} AS isDoubted FROM payment_events
    WHERE provider = ${provider}
      AND event_id IN (SELECT 'charged:' || value FROM json_each(${JSON.stringify(ids)}))`;
  return new Map(results.map((charge) => [charge.id, charge]));
}

/** Returns the charges of a period that no comparison has doubted yet. */
export async function chargesIn(
  db: Database,
  provider: Provider,
  { from, to }: Period,
): Promise<RecordedCharge[]> {
  return rowsOf<RecordedCharge>(db)`SELECT ${CHARGE} FROM payment_events
    WHERE provider = ${provider} AND kind = 'charged' AND occurred_at >= ${from} AND occurred_at < ${to}
      AND NOT ${IS_DOUBTED}`;
}
