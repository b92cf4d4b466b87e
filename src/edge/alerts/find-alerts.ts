/** What needs attention now. Every statement here finds its rows by an index. */
import type { Database } from "~/edge/database.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import { isWebhookHeard } from "~/edge/payments/webhook-signs.ts";
import { isComparisonLate } from "~/edge/reconciliation/reconciliation-store.ts";

export type AlertNews =
  | "payment-checks-overdue"
  | "paystack-webhook-silent"
  | "paypal-webhook-silent"
  | "mails-failed"
  | "books-not-compared";

const HOUR_MS = 3_600_000;
const CHECK_LATE_MS = HOUR_MS;
/** A webhook counts as silent after this many charges in this time, none of them reported by it. */
const SILENT_CHARGES = 3;
const SILENCE_MS = 24 * HOUR_MS;
/** A provider may be out of reach for hours. */
const COMPARISON_LATE_MS = 6 * HOUR_MS;

/** What is wrong at `now`. Rejects when the database fails. */
export async function findAlerts(
  db: Database,
  { paystack, paypal }: PaymentProviders,
  now: Date,
): Promise<AlertNews[]> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const silenceSince = before(SILENCE_MS);
  const isWrong: Record<AlertNews, boolean> = {
    "payment-checks-overdue": await isCheckOverdue(db, before(CHECK_LATE_MS)),
    "paystack-webhook-silent": paystack !== null && (await isSilent(db, "paystack", silenceSince)),
    "paypal-webhook-silent": Boolean(paypal?.webhookId) && (await isSilent(db, "paypal", silenceSince)),
    "mails-failed": await isMailFailed(db),
    "books-not-compared": await isComparisonLate(db, before(COMPARISON_LATE_MS)),
  };
  return (Object.keys(isWrong) as AlertNews[]).filter((news) => isWrong[news]);
}

/** Checks of what a browser merely claims may wait. */
async function isCheckOverdue(db: Database, before: Date): Promise<boolean> {
  const row = await db
    .prepare("SELECT 1 FROM payments WHERE check_priority IN (0, 1) AND next_check_at < ? LIMIT 1")
    .bind(before.toISOString())
    .first();
  return row !== null;
}

async function isSilent(db: Database, provider: Provider, since: Date): Promise<boolean> {
  if (await isWebhookHeard(db, provider, since)) return false;
  const row = await db
    .prepare(
      `SELECT COUNT(*) AS count FROM (
         SELECT 1 FROM payment_events WHERE recorded_at >= ? AND provider = ? AND kind = 'charged' LIMIT ?
       )`,
    )
    .bind(since.toISOString(), provider, SILENT_CHARGES)
    .first<{ count: number }>();
  return (row?.count ?? 0) >= SILENT_CHARGES;
}

/** An alert that could not be delivered does not count. */
async function isMailFailed(db: Database): Promise<boolean> {
  const row = await db
    .prepare(
      `SELECT 1 FROM failed_mails
       WHERE (SELECT idempotency_key FROM mails WHERE id = mail_id) NOT LIKE 'alert:%' LIMIT 1`,
    )
    .bind()
    .first();
  return row !== null;
}
