/** What the stand-in providers know, in a table of the sandbox's own. Every function here rejects when the database fails. */
import type { Database } from "~/edge/database.ts";
import type { Period } from "~/edge/payments/period.ts";
import type { Provider } from "~/edge/payments/provider.ts";

/** What a payer does on the checkout's page: pay with a card that has money, or with one that the bank refuses. */
export type Choice = "pay" | "decline";

/** A payment as its provider knows it. Times are ISO 8601, UTC. */
export interface SandboxPayment {
  /** Counted from 1 over both providers. */
  readonly id: number;
  /** Paystack's access code, or PayPal's order id. */
  readonly code: string;
  readonly provider: Provider;
  readonly reference: string;
  /** What was asked for: JSON of a `PaystackPurchase` or a `PayPalPurchase`. */
  readonly purchase: string;
  readonly begunAt: string;
  /** The last one; null before the first. */
  readonly choice: Choice | null;
  readonly chosenAt: string | null;
  /** When the money was taken. */
  readonly paidAt: string | null;
  /** The request id under which the last try to take the money was answered. */
  readonly captureRequest: string | null;
}

const TABLE = `CREATE TABLE IF NOT EXISTS sandbox_payments (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  reference TEXT NOT NULL,
  request_id TEXT NOT NULL,
  purchase TEXT NOT NULL,
  begun_at TEXT NOT NULL,
  choice TEXT,
  chosen_at TEXT,
  paid_at TEXT,
  capture_request TEXT
)`;

const COLUMNS = `id, code, provider, reference, purchase, begun_at AS begunAt, choice, chosen_at AS chosenAt,
  paid_at AS paidAt, capture_request AS captureRequest`;

export async function createPaymentsTable(db: Database): Promise<void> {
  await db.prepare(TABLE).run();
}

export interface NewPayment extends Pick<SandboxPayment, "code" | "provider" | "reference"> {
  /** What it may be begun under once. */
  readonly requestId: string;
  readonly purchase: object;
}

/**
 * Begins a payment unless one was begun under the same request id.
 * @param times since the time from which an earlier one counts; always when it is left out
 * @returns whether it is new
 */
export async function addPayment(
  db: Database,
  { code, provider, reference, requestId, purchase }: NewPayment,
  { now, since = new Date(0) }: { now: Date; since?: Date },
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `INSERT INTO sandbox_payments (code, provider, reference, request_id, purchase, begun_at)
       SELECT ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (
         SELECT 1 FROM sandbox_payments WHERE provider = ? AND request_id = ? AND begun_at > ?
       )`,
    )
    .bind(
      code,
      provider,
      reference,
      requestId,
      JSON.stringify(purchase),
      now.toISOString(),
      provider,
      requestId,
      since.toISOString(),
    )
    .run();
  return meta.changes > 0;
}

export async function findPayment(db: Database, code: string): Promise<SandboxPayment | null> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM sandbox_payments WHERE code = ?`)
    .bind(code)
    .first<SandboxPayment>();
}

/** The last one that was begun under a request id. */
export async function findRequested(
  db: Database,
  provider: Provider,
  requestId: string,
): Promise<SandboxPayment | null> {
  return db
    .prepare(
      `SELECT ${COLUMNS} FROM sandbox_payments WHERE provider = ? AND request_id = ? ORDER BY id DESC LIMIT 1`,
    )
    .bind(provider, requestId)
    .first<SandboxPayment>();
}

/** Notes what the payer chooses, unless the money was taken. @param isTaken whether that takes the money */
export async function noteChoice(
  db: Database,
  code: string,
  { choice, isTaken, now }: { choice: Choice; isTaken: boolean; now: Date },
): Promise<void> {
  const time = now.toISOString();
  await db
    .prepare(
      "UPDATE sandbox_payments SET choice = ?, chosen_at = ?, paid_at = ? WHERE code = ? AND paid_at IS NULL",
    )
    .bind(choice, time, isTaken ? time : null, code)
    .run();
}

/** Takes the money, or has it refused, as the payer chose; nothing happens before they have, or once it was taken. */
export async function noteCapture(
  db: Database,
  code: string,
  { requestId, now }: { requestId: string; now: Date },
): Promise<void> {
  await db
    .prepare(
      `UPDATE sandbox_payments SET capture_request = ?, paid_at = CASE choice WHEN 'pay' THEN ? END
       WHERE code = ? AND choice IS NOT NULL AND paid_at IS NULL`,
    )
    .bind(requestId, now.toISOString(), code)
    .run();
}

/** Whether the money for a reference was taken under another code. */
export async function isPaidElsewhere(
  db: Database,
  { code, provider, reference }: Pick<SandboxPayment, "code" | "provider" | "reference">,
): Promise<boolean> {
  const row = await db
    .prepare(
      "SELECT 1 FROM sandbox_payments WHERE provider = ? AND reference = ? AND code <> ? AND paid_at IS NOT NULL",
    )
    .bind(provider, reference, code)
    .first();
  return row !== null;
}

/** What a provider lists its payments by. */
const LISTED_BY: Record<Provider, string> = { paystack: "begun_at", paypal: "paid_at" };

/** The payments of a period whose money was taken, newest first. @param part page counted from 1 */
export async function listPaid(
  db: Database,
  provider: Provider,
  { from, to }: Period,
  { page, size }: { page: number; size: number },
): Promise<{ rows: SandboxPayment[]; isLast: boolean }> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM sandbox_payments
       WHERE provider = ? AND paid_at IS NOT NULL AND ${LISTED_BY[provider]} >= ? AND ${LISTED_BY[provider]} < ?
       ORDER BY id DESC LIMIT ? OFFSET ?`,
    )
    .bind(provider, from.toISOString(), to.toISOString(), size, (page - 1) * size)
    .all<SandboxPayment>();
  return { rows: results, isLast: results.length < size };
}
