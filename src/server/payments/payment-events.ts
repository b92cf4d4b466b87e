/**
 * The table of everything that was ever said about a payment. Nothing in it is changed; every function here rejects
 * when the database fails.
 */
import type { HistoryEvent } from "~/domain/enrolment/payment-history.ts";
import type { Database } from "../database.ts";
import type { PaymentReport, Provider, ReportSource } from "./payment-report.ts";

/** An event of a registration's history, as it was recorded. */
export interface RecordedEvent extends HistoryEvent {
  readonly eventId: string;
  readonly source: ReportSource;
  /** ISO 8601, UTC, like every time here. */
  readonly occurredAt: string;
  readonly recordedAt: string;
}

/** Adds what was said to the history; what is there already stays as it was first said. */
export async function addEvents(db: Database, reports: readonly PaymentReport[], now: Date): Promise<void> {
  if (reports.length === 0) return;
  const insert = db.prepare(
    `INSERT INTO payment_events (reference, provider, event_id, kind, amount_minor, currency, source, occurred_at,
       recorded_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (provider, event_id) DO NOTHING`,
  );
  await db.batch(
    reports.map((report) =>
      insert.bind(
        report.reference,
        report.provider,
        report.eventId,
        report.kind,
        report.amountMinor,
        report.currency,
        report.source,
        report.occurredAt,
        now.toISOString(),
      ),
    ),
  );
}

/** The whole history of a reference, as it was recorded; it may be longer than that of its registration. */
export async function historyOf(db: Database, reference: string): Promise<RecordedEvent[]> {
  const { results } = await db
    .prepare(
      `SELECT event_id AS eventId, kind, amount_minor AS amountMinor, currency, source, occurred_at AS occurredAt,
         recorded_at AS recordedAt
       FROM payment_events WHERE reference = ? ORDER BY id`,
    )
    .bind(reference)
    .all<RecordedEvent>();
  return results;
}

/** The reference that an event of a provider's was recorded for; null when there is no such event. */
export async function referenceOfEvent(
  db: Database,
  provider: Provider,
  eventId: string,
): Promise<string | null> {
  const row = await db
    .prepare("SELECT reference FROM payment_events WHERE provider = ? AND event_id = ?")
    .bind(provider, eventId)
    .first<{ reference: string }>();
  return row?.reference ?? null;
}
