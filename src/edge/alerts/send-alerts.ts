import { DAY_MS } from "~/domain/dates/day.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type Database, rowsOf, statement } from "~/edge/database.ts";
import { enqueueMail, storeMail } from "~/edge/mail/mail-store.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import { wasWebhookReceived } from "~/edge/payments/received-webhooks.ts";
import { isComparisonLate } from "~/edge/reconciliation/reconciliation-store.ts";

const HOUR_MS = 3_600_000;

/**
 * Notifies the alerts role of what needs attention: at most one mail an hour, and the same alert once a day.
 */
export async function sendAlerts({ db, jobs, providers, addresses, now }: AppContext): Promise<void> {
  const alerts = await findAlerts(db, providers, now);
  if (alerts.length === 0) return;
  const notified = await lastNotified(db);
  const since = (time: string | undefined) => now.getTime() - new Date(time ?? 0).getTime();
  if ([...notified.values()].some((time) => since(time) < HOUR_MS)) return;
  const names = alerts.filter((name) => since(notified.get(name)) >= DAY_MS);
  if (names.length === 0) return;
  const mail = { from: addresses.sender, to: addresses.alerts, ...alertMail(names) };
  const hour = now.toISOString().slice(0, 13);
  // The mail is stored before the alerts are noted, so that a sweep that fails in between loses no alert. The
  // idempotency key contains the hour, so that another sweep in the same hour does not store the mail again.
  const stored = await storeMail(db, { ...mail, idempotencyKey: `alert:${hour}` }, now);
  if (stored.isNew) await enqueueMail(jobs, stored.id);
  for (const name of names) await noteNotified(db, name, now);
}

async function lastNotified(db: Database): Promise<Map<string, string>> {
  const results = await rowsOf<{ name: string; notifiedAt: string }>(db)`
    SELECT name, notified_at AS notifiedAt FROM alerts`;
  return new Map(results.map(({ name, notifiedAt }) => [name, notifiedAt]));
}

async function noteNotified(db: Database, name: AlertName, now: Date): Promise<void> {
  await statement(db)`INSERT INTO alerts (name, notified_at) VALUES (${name}, ${now})
    ON CONFLICT (name) DO UPDATE SET notified_at = excluded.notified_at`.run();
}

const WORDS = {
  "payment-checks-overdue": {
    title: "payment checks are overdue",
    what: "Payments should have been checked more than an hour ago, and were not.",
    toDo: "Look at /prod/health and at the log: a provider may be out of reach, or refuse the site's keys.",
  },
  "paystack-webhook-silent": {
    title: "Paystack's webhook is silent",
    what: "Payments in naira came in during the last day, and Paystack notified the site of none.",
    toDo:
      "Look at the webhook's address in Paystack's dashboard, under Settings, API Keys & " +
      "Webhooks. Nothing is lost: the site asks by itself.",
  },
  "paypal-webhook-silent": {
    title: "PayPal's webhook is silent",
    what: "Payments in dollars came in during the last day, and PayPal notified the site of none.",
    toDo:
      "Look at the webhook of the app at developer.paypal.com, and whether PAYPAL_WEBHOOK_ID is " +
      "its id. Until then the site learns of refunds and disputes late.",
  },
  "mails-failed": {
    title: "mails could not be delivered",
    what: "Mails were tried for a day and are not tried again.",
    toDo: "The first page of the desk says why, and sends them again.",
  },
  "books-not-compared": {
    title: "the books could not be compared",
    what: "The comparison with a provider's books started hours ago, and is not done.",
    toDo: "Look for books-not-compared in the log: it says why.",
  },
};

function alertMail(names: readonly AlertName[]): { subject: string; message: string } {
  const subject = `Alert: ${names.map((name) => WORDS[name].title).join("; ")}`;
  const items = names.map((name) => {
    const { what, toDo } = WORDS[name];
    return `<li>${escapeHtml(what)} ${escapeHtml(toDo)}</li>`;
  });
  return {
    subject,
    message:
      `<h1>The site needs you</h1><ul>${items.join("")}</ul><p>More: docs/operations.md, Day by ` +
      "day. We’ll repeat this in a day at the earliest.</p>",
  };
}

type AlertName = keyof typeof WORDS;

const CHECK_LATE_MS = HOUR_MS;
/**
 * A webhook is silent if it reported nothing during the last `SILENCE_MS`, in which at least `SILENT_CHARGES`
 * charges were recorded.
 */
const SILENT_CHARGES = 3;
const SILENCE_MS = 24 * HOUR_MS;
/** The delay after which a comparison is late. A provider may be out of reach for hours. */
const COMPARISON_LATE_MS = 6 * HOUR_MS;

export async function findAlerts(
  db: Database,
  { paystack, paypal }: PaymentProviders,
  now: Date,
): Promise<AlertName[]> {
  const timeBefore = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const silenceSince = timeBefore(SILENCE_MS);
  const isWrong: Record<AlertName, boolean> = {
    "payment-checks-overdue": await isCheckOverdue(db, timeBefore(CHECK_LATE_MS)),
    "paystack-webhook-silent": paystack !== null && (await isSilent(db, "paystack", silenceSince)),
    "paypal-webhook-silent": Boolean(paypal?.webhookId) && (await isSilent(db, "paypal", silenceSince)),
    "mails-failed": await isMailFailed(db),
    "books-not-compared": await isComparisonLate(db, timeBefore(COMPARISON_LATE_MS)),
  };
  return (Object.keys(isWrong) as AlertName[]).filter((name) => isWrong[name]);
}

/** Whether a check is overdue, except those of unverified payments, which may wait. */
async function isCheckOverdue(db: Database, before: Date): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM payments
    WHERE check_priority IN (0, 1) AND next_check_at < ${before} LIMIT 1`.first();
  return row !== null;
}

async function isSilent(db: Database, provider: Provider, since: Date): Promise<boolean> {
  if (await wasWebhookReceived(db, provider, since)) return false;
  const row = await statement(db)`SELECT COUNT(*) AS count FROM (
      SELECT 1 FROM payment_events WHERE recorded_at >= ${since} AND provider = ${provider}
        AND kind = 'charged' LIMIT ${SILENT_CHARGES})`.first<{ count: number }>();
  return (row?.count ?? 0) >= SILENT_CHARGES;
}

/** Whether a mail failed, except alerts themselves. */
async function isMailFailed(db: Database): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM failed_mails
    WHERE (SELECT idempotency_key FROM mails WHERE id = mail_id) NOT LIKE 'alert:%' LIMIT 1`.first();
  return row !== null;
}
