import { DAY_MS } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { enqueueMail } from "~/edge/mail/enqueue-mail.ts";
import { storeMail } from "~/edge/mail/mail-store.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { alertMail } from "./alert-mail.ts";
import { type AlertNews, findAlerts } from "./find-alerts.ts";

const HOUR_MS = 3_600_000;

/**
 * Notifies the alerts role of what needs attention: one mail an hour at most, and the same news once a day.
 * @throws when the database fails: the next sweep goes on
 */
export async function sendAlerts(
  { db, jobs, addresses, now }: AppContext,
  providers: PaymentProviders,
): Promise<void> {
  const wrong = await findAlerts(db, providers, now);
  if (wrong.length === 0) return;
  const notified = await lastNotified(db);
  const since = (time: string | undefined) => now.getTime() - new Date(time ?? 0).getTime();
  if ([...notified.values()].some((time) => since(time) < HOUR_MS)) return;
  const news = wrong.filter((each) => since(notified.get(each)) >= DAY_MS);
  if (news.length === 0) return;
  const mail = { from: addresses.sender, to: addresses.alerts, ...alertMail(news) };
  const hour = now.toISOString().slice(0, 13);
  // Stored before it is noted: a sweep that dies in between finds the mail under its hour's key.
  const stored = await storeMail(db, { ...mail, idempotencyKey: `alert:${hour}` }, now);
  if (stored.isNew) await enqueueMail(jobs, stored.id);
  for (const each of news) await noteNotified(db, each, now);
}

async function lastNotified(db: Database): Promise<Map<string, string>> {
  const { results } = await db
    .prepare("SELECT news, told_at AS notifiedAt FROM alerts")
    .bind()
    .all<{ news: string; notifiedAt: string }>();
  return new Map(results.map(({ news, notifiedAt }) => [news, notifiedAt]));
}

async function noteNotified(db: Database, news: AlertNews, now: Date): Promise<void> {
  await db
    .prepare(
      `INSERT INTO alerts (news, told_at) VALUES (?, ?)
       ON CONFLICT (news) DO UPDATE SET told_at = excluded.told_at`,
    )
    .bind(news, now.toISOString())
    .run();
}
