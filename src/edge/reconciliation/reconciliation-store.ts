import type { Day } from "~/domain/dates/day.ts";
import { type Database, rowsOf, type Sql, sql, statement } from "~/edge/database.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import type { Difference } from "./report-differences.ts";

/** The basis of a comparison: a provider's list, or each recorded charge if PayPal shows no list. */
export type Basis = "list" | "charges";

export interface Reconciliation {
  readonly provider: Provider;
  /** The last of the seven days that are compared. */
  readonly day: Day;
  /** `incomplete`: the next day's comparison started before it was finished. */
  readonly state: "running" | "finished" | "incomplete";
  readonly basis: Basis;
  /** The number of steps that are done. */
  readonly cursor: number;
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Kobo or cents of the day; `null` if the provider names none. */
  readonly feesMinor: number | null;
  readonly payoutsMinor: number | null;
}

export interface StepResult {
  readonly compared: number;
  readonly feesMinor?: number;
  readonly payoutsMinor?: number;
}

type Key = Pick<Reconciliation, "provider" | "day">;

/** The time for which a sweep claims a comparison. It is longer than a sweep may run. */
const CLAIM_MS = 20 * 60_000;

const COLUMNS = sql`provider, day, state, basis, cursor, compared, differences, fees_minor AS feesMinor,
  payouts_minor AS payoutsMinor`;

type Row = Omit<Reconciliation, "differences"> & { readonly differences: string };

const toReconciliation = (row: Row): Reconciliation => ({ ...row, differences: JSON.parse(row.differences) });

/** Starts or resumes a comparison; `null` if it is finished, or another sweep is working on it. */
export async function claimReconciliation(
  db: Database,
  { provider, day }: Key,
  now: Date,
): Promise<Reconciliation | null> {
  await statement(db)`INSERT INTO reconciliations (provider, day, started_at)
    VALUES (${provider}, ${day}, ${now}) ON CONFLICT DO NOTHING`.run();
  const row = await statement(db)`UPDATE reconciliations
    SET claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
    WHERE provider = ${provider} AND day = ${day} AND state = 'running'
      AND (claimed_until IS NULL OR claimed_until <= ${now})
    RETURNING ${COLUMNS}`.first<Row>();
  return row && toReconciliation(row);
}

/** Starts or restarts the comparison of a day that staff asked for. It writes no mail. */
export async function restartReconciliation(db: Database, { provider, day }: Key, now: Date): Promise<void> {
  await statement(db)`INSERT INTO reconciliations (provider, day, started_at, reported_at)
    VALUES (${provider}, ${day}, ${now}, ${now})
    ON CONFLICT DO UPDATE SET state = 'running', cursor = 0, compared = 0, claimed_until = NULL`.run();
}

async function update(db: Database, { provider, day }: Key, changes: Sql): Promise<void> {
  await statement(db)`UPDATE reconciliations SET ${changes}
    WHERE provider = ${provider} AND day = ${day}`.run();
}

export function giveUpReconciliation(db: Database, key: Key): Promise<void> {
  return update(db, key, sql`state = 'incomplete', claimed_until = NULL`);
}

export async function latestReconciliations(db: Database, limit: number): Promise<Reconciliation[]> {
  const results = await rowsOf<Row>(db)`SELECT ${COLUMNS} FROM reconciliations
    ORDER BY day DESC, provider LIMIT ${limit}`;
  return results.map(toReconciliation);
}

export function releaseReconciliation(db: Database, key: Key): Promise<void> {
  return update(db, key, sql`claimed_until = NULL`);
}

export function saveDifferences(db: Database, key: Key, differences: readonly Difference[]): Promise<void> {
  return update(db, key, sql`differences = ${JSON.stringify(differences)}`);
}

export function saveStep(
  db: Database,
  key: Key,
  { compared, feesMinor, payoutsMinor }: StepResult,
): Promise<void> {
  return update(
    db,
    key,
    sql`cursor = cursor + 1, compared = compared + ${compared},
      fees_minor = coalesce(${feesMinor ?? null}, fees_minor), payouts_minor = coalesce(${payoutsMinor ?? null}, payouts_minor)`,
  );
}

/** Restarts a comparison on the basis of each recorded charge. */
export function compareByCharges(db: Database, key: Key): Promise<void> {
  return update(db, key, sql`basis = 'charges', cursor = 0, compared = 0`);
}

export function finishReconciliation(db: Database, key: Key, now: Date): Promise<void> {
  return update(db, key, sql`state = 'finished', finished_at = ${now}, claimed_until = NULL`);
}

/** Ends unfinished comparisons of earlier days, which the day's own comparison repeats. */
export async function closeEarlier(db: Database, day: Day): Promise<void> {
  await statement(db)`UPDATE reconciliations SET state = 'incomplete', claimed_until = NULL
    WHERE reported_at IS NULL AND day < ${day} AND state = 'running'`.run();
}

export async function unreported(db: Database): Promise<Reconciliation[]> {
  const results = await rowsOf<Row>(db)`SELECT ${COLUMNS} FROM reconciliations WHERE reported_at IS NULL
    ORDER BY day, provider`;
  return results.map(toReconciliation);
}

export async function markReported(db: Database, day: Day, now: Date): Promise<void> {
  await statement(db)`UPDATE reconciliations SET reported_at = ${now}
    WHERE reported_at IS NULL AND day = ${day}`.run();
}

export async function lastCompared(db: Database, provider: Provider): Promise<string | null> {
  const row = await statement(db)`SELECT finished_at AS at FROM reconciliations
    WHERE provider = ${provider} AND state = 'finished' ORDER BY day DESC LIMIT 1`.first<{ at: string }>();
  return row?.at ?? null;
}

export async function isComparisonLate(db: Database, before: Date): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM reconciliations
    WHERE reported_at IS NULL AND state = 'running' AND started_at < ${before} LIMIT 1`.first();
  return row !== null;
}
