/** The append-only table of payment events, and the reports that are added to it. */
import type { Money } from "~/domain/money/money.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import { type HistoryEvent, type HistoryKind, heldBackIn } from "~/domain/payments/payment-history.ts";
import { type Database, insertInto, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import { wakingRequests } from "~/edge/payments/refund-requests.ts";
import { lookedAtAgain } from "./check-schedule.ts";
import type { Channel, Provider } from "./provider.ts";

/**
 * The source of a report: the visitor's browser, a webhook, a provider's response to a verification or a
 * capture, or staff.
 */
export type ReportSource = "browser" | "webhook" | "verification" | "capture" | "desk";

export interface PaymentReport extends HistoryEvent {
  readonly provider: Channel;
  /** Ours. */
  readonly reference: string;
  readonly source: ReportSource;
  /** ISO 8601, UTC: when it happened, by the provider's record. */
  readonly occurredAt: string;
}

export interface RecordedEvent extends HistoryEvent {
  readonly provider: Channel;
  readonly source: ReportSource;
  /** ISO 8601, UTC, like every time here. */
  readonly occurredAt: string;
  readonly recordedAt: string;
}

/**
 * The statements that append reports about one reference to its history, each event id once; the first report of it stays. A
 * sweep looks at the payment, unless what follows from them is recorded before.
 */
export function addingEvents(db: Database, reports: readonly PaymentReport[], now: Date): Statement[] {
  const [first] = reports;
  if (!first) return [];
  const adding = reports.map((report) => {
    const row = {
      reference: report.reference,
      provider: report.provider,
      event_id: report.eventId,
      kind: report.kind,
      amount_minor: report.amountMinor,
      currency: report.currency,
      source: report.source,
      occurred_at: report.occurredAt,
      recorded_at: now,
    };
    return insertInto(db, "payment_events", row, sql`ON CONFLICT (provider, event_id) DO NOTHING`);
  });
  const waking = reports.some(isOfRefund) ? [wakingRequests(db, first.reference, now)] : [];
  return [...adding, lookedAtAgain(db, first.reference, now), ...waking];
}

const OF_REFUNDS: readonly HistoryKind[] = [
  "refunded",
  "refund-pending",
  "refund-needs-attention",
  "refund-failed",
  "returned-in-all",
];

/** Whether something is reported of a refund: a request for one may have gone on. */
export function isOfRefund({ kind }: HistoryEvent): boolean {
  return OF_REFUNDS.includes(kind);
}

/** The whole history of a reference, as it was recorded; it may be longer than the one that its status is derived from. */
export async function historyOf(db: Database, reference: string): Promise<RecordedEvent[]> {
  return rowsOf<RecordedEvent>(db)`SELECT provider, event_id AS eventId, kind, amount_minor AS amountMinor,
      currency, source, occurred_at AS occurredAt, recorded_at AS recordedAt
    FROM payment_events WHERE reference = ${reference} ORDER BY id`;
}

/** The events that the edge records by itself or a browser claims, without a report by a provider. */
const NO_EVIDENCE: readonly HistoryKind[] = ["registered", "ordered", "declined", "lapsed", "given-up"];

/** Whether a provider has reported that a payer agreed, or that money moved or may move. */
export function hasEvidence(history: readonly RecordedEvent[]): boolean {
  return history.some(({ kind }) => !NO_EVIDENCE.includes(kind));
}

export function chargeIdIn(history: readonly RecordedEvent[]): string | null {
  const charge = history.find(({ kind }) => kind === "charged");
  return charge ? subjectOf(charge) : null;
}

export async function referenceOfEvent(
  db: Database,
  provider: Provider,
  eventId: string,
): Promise<string | null> {
  const row = await statement(db)`SELECT reference FROM payment_events
    WHERE provider = ${provider} AND event_id = ${eventId}`.first<{ reference: string }>();
  return row?.reference ?? null;
}

interface OwnReportFacts extends Pick<PaymentReport, "provider" | "reference" | "source"> {
  /** Whose event it is: our reference, or the provider's order id. */
  readonly about: string;
  readonly amount?: Money;
  readonly now: Date;
}

/** A report by the edge itself, such as that an order was made. It happens now. */
export function ownReport(
  kind: HistoryKind,
  { provider, reference, source, about, amount, now }: OwnReportFacts,
): PaymentReport {
  return {
    provider,
    reference,
    eventId: `${kind}:${about}`,
    kind,
    amountMinor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
    source,
    occurredAt: now.toISOString(),
  };
}

/** The reports that a charge which the provider holds back is waited for no longer. */
export function givingUp(
  history: readonly HistoryEvent[],
  { reference, source, now }: Pick<OwnReportFacts, "reference" | "source" | "now">,
): PaymentReport[] {
  return heldBackIn(history).map((event) =>
    ownReport("given-up", { provider: "paypal", reference, source, about: subjectOf(event), now }),
  );
}
