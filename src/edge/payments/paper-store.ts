/** The append-only table of papers: receipts and credit notes. */
import type { Vat } from "~/domain/contact/site-facts.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { type Paper, paperNumber, papersOf } from "~/domain/payments/papers.ts";
import { type Database, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import type { RecordedEvent } from "./payment-events.ts";

/** A column of a query of payments: the papers of each payment, as JSON. */
export const PAPERS = sql`(SELECT json_group_array(json_object('kind', kind, 'year', year, 'number', number,
    'currency', currency, 'amountMinor', amount_minor, 'vatPercent', vat_percent, 'vatMinor', vat_minor,
    'issuedAt', issued_at) ORDER BY papers.id)
  FROM papers WHERE papers.reference = payments.reference)`;

/** Returns the numbers of a payment's receipts, joined by commas; empty before money came. */
export async function receiptNumberOf(db: Database, reference: string): Promise<string> {
  const receipts = await rowsOf<Pick<Paper, "kind" | "year" | "number">>(db)`SELECT kind, year, number
    FROM papers WHERE reference = ${reference} AND kind = 'receipt' ORDER BY id`;
  return receipts.map(paperNumber).join(", ");
}

/** Returns the latest credit note as "2026-C00007 for receipt 2026-000123"; `null` without one. */
export async function latestCreditNote(db: Database, reference: string): Promise<string | null> {
  const [note] = await rowsOf<Pick<Paper, "kind" | "year" | "number">>(db)`SELECT kind, year, number
    FROM papers WHERE reference = ${reference} AND kind = 'credit-note' ORDER BY id DESC LIMIT 1`;
  return note ? `${paperNumber(note)} for receipt ${await receiptNumberOf(db, reference)}` : null;
}

/**
 * Returns the statements that give each movement its number, in the batch that saves the payment's status.
 * Batches run one after another, so a year's numbers have no gaps and no doubles.
 */
export function issuingPapers(
  db: Database,
  { reference, history }: { readonly reference: string; readonly history: readonly RecordedEvent[] },
  { vat, now }: { readonly vat: Vat; readonly now: Date },
): Statement[] {
  const year = Number(lagosDay(now).slice(0, 4));
  const isFirstPaper = sql`NOT EXISTS (SELECT 1 FROM papers WHERE reference = ${reference})`;
  // The academy may have registered for VAT since the receipt, whose rate the credit note keeps.
  const rateOfReceipt = sql`(SELECT vat_percent FROM papers WHERE reference = ${reference} ORDER BY id LIMIT 1)`;
  return papersOf(history).map(
    ({ kind, event, currency, minor }) => statement(db)`
      INSERT INTO papers (kind, year, number, reference, provider, event_id, currency, amount_minor, vat_percent,
        moved_at, issued_at)
      SELECT ${kind}, ${year}, coalesce(MAX(number), 0) + 1, ${reference}, ${event.provider}, ${event.eventId},
        ${currency}, ${minor}, iif(${isFirstPaper}, ${VAT_PERCENT[vat]}, ${rateOfReceipt}), ${event.occurredAt}, ${now}
      FROM papers WHERE kind = ${kind} AND year = ${year}
      ON CONFLICT (reference, event_id, kind) DO NOTHING`,
  );
}

const VAT_PERCENT: Readonly<Record<Vat, number | null>> = { none: null, exempt: 0, 7.5: 7.5 };
