/**
 * Receipts and credit notes: a paper for each movement of money that was confirmed.
 *
 * They are derived from a payment's history in the order in which it was recorded, which only grows. So each is derived again
 * from the same event, whatever comes later, and whatever is repeated or comes late adds none.
 */
import { lagosDay } from "~/domain/dates/day.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { type Currency, formatExact, fromMinor } from "~/domain/money/money.ts";
import { moneyMoved } from "./money-back.ts";
import type { HistoryEvent } from "./payment-history.ts";

export type PaperKind = "receipt" | "credit-note";

export const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  receipt: "Receipt",
  "credit-note": "Credit note",
};

/** What a paper is about, before it has a number. */
export interface PaperMovement<Event extends HistoryEvent> {
  readonly kind: PaperKind;
  /** The event by which it is known. */
  readonly event: Event;
  readonly currency: string;
  /** What came, or went back; of a credit note below zero where the academy got money again. Kobo or cents. */
  readonly minor: number;
}

/** Where a paper is in its series: each kind counts from 1 in each year. */
export interface PaperPlace {
  readonly kind: PaperKind;
  /** In Lagos. */
  readonly year: number;
  readonly number: number;
}

/** A paper as it was issued. */
export interface Paper extends PaperPlace {
  readonly currency: string;
  /** As in {@link PaperMovement}. */
  readonly amountMinor: number;
  /** The percentage that the amount includes; 0: exempt; null: the academy was not registered for VAT. */
  readonly vatPercent: number | null;
  readonly vatMinor: number | null;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
}

/** "2026-000123", "2026-C00007". */
export function paperNumber({ kind, year, number }: PaperPlace): string {
  return kind === "receipt"
    ? `${year}-${String(number).padStart(6, "0")}`
    : `${year}-C${String(number).padStart(5, "0")}`;
}

/** A longer text in a name's place is not repeated. */
export const MAX_NAME = 40;

/**
 * Returns the name of who paid: another payer's, or else the learner's. `null` for no name, and for a text
 * that is longer than one.
 */
export function buyerOf(
  { firstName, lastName }: Pick<Learner, "firstName" | "lastName">,
  { isSponsored, payerName }: { readonly isSponsored: boolean; readonly payerName: string },
): string | null {
  const names = payerName || isSponsored ? [payerName] : [firstName, lastName];
  const isName = names.every((name) => name.trim().length <= MAX_NAME);
  return (isName && names.join(" ").trim()) || null;
}

/** What a payment's papers in its own currency say, as its receipt shows it. */
export function receiptIn(papers: readonly Paper[], currency: Currency) {
  const own = papers.filter((paper) => paper.currency === currency);
  const receipts = own.filter(({ kind }) => kind === "receipt");
  const dayOf = ({ issuedAt }: Paper) => lagosDay(new Date(issuedAt));
  return {
    number: receipts.map(paperNumber).join(", "),
    issuedOn: receipts.map(dayOf)[0] ?? null,
    amount: fromMinor(currency, sumOf(receipts.map(({ amountMinor }) => amountMinor))),
    vat: vatWords(receipts, currency),
    creditNotes: own
      .filter(({ kind }) => kind === "credit-note")
      .map((note) => ({ number: paperNumber(note), issuedOn: dayOf(note), minor: note.amountMinor })),
  };
}

function vatWords(receipts: readonly Paper[], currency: Currency): string {
  const percent = receipts[0]?.vatPercent ?? null;
  if (percent === null) return "";
  const vat = fromMinor(currency, sumOf(receipts.map(({ vatMinor }) => vatMinor ?? 0)));
  return percent === 0 ? "exempt" : `${percent}%, included: ${formatExact(vat)}`;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** @param recorded in the order in which it was recorded */
export function papersOf<Event extends HistoryEvent>(recorded: readonly Event[]): PaperMovement<Event>[] {
  const charges = recorded.filter(({ kind }) => kind === "charged");
  const currencies = new Set(charges.flatMap(({ currency }) => currency ?? []));
  return [...currencies].flatMap((currency) => papersIn(currency, recorded));
}

/** After each event, the receipts less the credit notes are what the academy holds. */
function papersIn<Event extends HistoryEvent>(
  currency: string,
  recorded: readonly Event[],
): PaperMovement<Event>[] {
  const isCharge = (event: Event) => event.kind === "charged" && event.currency === currency;
  const papers: PaperMovement<Event>[] = [];
  // A refund may be reported before its charge: both get their papers then.
  const first = recorded.find(isCharge);
  const events = recorded.toSorted((a, b) => Number(b === first) - Number(a === first));
  let [received, returned] = [0, 0];
  for (const [index, event] of events.entries()) {
    const about = { event, currency };
    if (isCharge(event)) {
      const minor = event.amountMinor ?? 0;
      received += minor;
      papers.push({ ...about, kind: "receipt", minor });
    }
    const minor = received - returned - moneyMoved(events.slice(0, index + 1), currency).held;
    if (minor === 0) continue;
    returned += minor;
    papers.push({ ...about, kind: "credit-note", minor });
  }
  return papers;
}
