/** The append-only table of payment events, and the reports that are added to it. */
import type { Money } from "~/domain/money/money.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import { type HistoryEvent, type HistoryKind, heldBackIn } from "~/domain/payments/payment-history.ts";
import { type Database, insertInto, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import { schedulingRefundChecks } from "~/edge/payments/refund-requests.ts";
import { schedulingCheckIfNone } from "./check-schedule.ts";
import type { Channel, Provider } from "./provider.ts";

/** The source of a report: a browser, a webhook, a response to a verification or capture, or staff. */
export type ReportSource = "browser" | "webhook" | "verification" | "capture" | "desk";

export interface PaymentReport extends HistoryEvent {
  readonly provider: Channel;
  /** This site's reference of the payment. */
  readonly reference: string;
  readonly source: ReportSource;
}

export interface RecordedEvent extends Omit<PaymentReport, "reference"> {
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
}

/**
 * Returns the statements that append reports about one reference to its history. An event id is stored once.
 * A check of the payment is scheduled, in case this HTTP request fails before it applies the reports to the payment.
 */
export function addingEvents(db: Database, reports: readonly PaymentReport[], now: Date): Statement[] {
  const reference = reports[0]?.reference;
  if (!reference) return [];
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
  const refundChecks = reports.some(isAboutRefund) ? [schedulingRefundChecks(db, reference, now)] : [];
  return [...adding, schedulingCheckIfNone(db, reference, now), ...refundChecks];
}

const REFUND_KINDS: readonly HistoryKind[] = [
  "refunded",
  "refund-pending",
  "refund-needs-attention",
  "refund-failed",
  "returned-in-all",
];

/** Whether an event is about a refund, so that a refund request may have changed too. */
export function isAboutRefund({ kind }: HistoryEvent): boolean {
  return REFUND_KINDS.includes(kind);
}

/** Returns all recorded events of a reference, oldest first. */
export async function historyOf(db: Database, reference: string): Promise<RecordedEvent[]> {
  return rowsOf<RecordedEvent>(db)`SELECT provider, event_id AS eventId, kind, amount_minor AS amountMinor,
      currency, source, occurred_at AS occurredAt, recorded_at AS recordedAt
    FROM payment_events WHERE reference = ${reference} ORDER BY id`;
}

/** The events that no provider reports. The edge records them by itself, or a browser claims them. */
const NO_EVIDENCE: readonly HistoryKind[] = ["registered", "ordered", "declined", "lapsed", "given-up"];

/** Whether a provider has reported that a payer agreed, or that money moved or may move. */
export function hasEvidence(history: readonly RecordedEvent[]): boolean {
  return history.some(({ kind }) => !NO_EVIDENCE.includes(kind));
}

/** Returns the provider's id of the transaction that took the money; `null` if nothing was charged. */
export function providerChargeId(history: readonly RecordedEvent[]): string | null {
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
  /** The subject of the event: our reference, or the provider's number. */
  readonly about: string;
  readonly amount?: Money;
  readonly now: Date;
}

/** Returns a report of the edge itself, such as that an order was created. It occurred now. */
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

/** Returns the reports that end the wait for charges that the provider holds back. */
export function givingUp(
  history: readonly HistoryEvent[],
  { reference, source, now }: Pick<OwnReportFacts, "reference" | "source" | "now">,
): PaymentReport[] {
  // Only PayPal holds payments back.
  return heldBackIn(history).map((event) =>
    ownReport("given-up", { provider: "paypal", reference, source, about: subjectOf(event), now }),
  );
}
