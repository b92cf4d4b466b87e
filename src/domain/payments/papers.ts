/**
 * Receipts and credit notes: a paper for each confirmed movement of money.
 *
 * They are derived from a payment's history in the order of recording, which only grows. Each paper is
 * therefore derived from the same event every time, and a repeated or late report adds none.
 */
import { lagosDay } from "~/domain/dates/day.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { type Currency, formatExact, fromMinor, type Money } from "~/domain/money/money.ts";
import { moneyMoved, sumOf } from "./money-back.ts";
import type { HistoryEvent } from "./payment-history.ts";

export const PAPER_NAMES = { receipt: "Receipt", "credit-note": "Credit note" } as const;
export type PaperKind = keyof typeof PAPER_NAMES;

/** The movement of money that a paper is about, before the paper has a number. */
export interface PaperMovement<Event extends HistoryEvent> {
  readonly kind: PaperKind;
  /** The event that the paper is derived from. */
  readonly event: Event;
  readonly currency: string;
  /** Kobo or cents; negative in a credit note for money that came back to the academy. */
  readonly minor: number;
}

/** The place of a paper in its series. Each kind counts from 1 in each year. */
export interface PaperPlace {
  readonly kind: PaperKind;
  /** The year in Lagos. */
  readonly year: number;
  readonly number: number;
}

/** A paper as it was issued. */
export interface Paper extends PaperPlace {
  readonly currency: string;
  /** The `minor` of its {@link PaperMovement}. */
  readonly amountMinor: number;
  /** The percentage that the amount includes; 0: exempt; null: the academy was not registered for VAT. */
  readonly vatPercent: number | null;
  readonly vatMinor: number | null;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
}

/** Returns "2026-000123" for a receipt, "2026-C00007" for a credit note. */
export function paperNumber({ kind, year, number }: PaperPlace): string {
  return kind === "receipt"
    ? `${year}-${String(number).padStart(6, "0")}`
    : `${year}-C${String(number).padStart(5, "0")}`;
}

/** The longest name on a paper. A longer text is left out. */
export const MAX_NAME = 40;

/** Returns the payer's name or, without another payer, the learner's; `null` for no name and for a longer text. */
export function buyerOf(
  { firstName, lastName }: Pick<Learner, "firstName" | "lastName">,
  { isSponsored, payerName }: { readonly isSponsored: boolean; readonly payerName: string },
): string | null {
  const names = payerName || isSponsored ? [payerName] : [firstName, lastName];
  const isName = names.every((name) => name.trim().length <= MAX_NAME);
  return (isName && names.join(" ").trim()) || null;
}

/** Returns what a receipt shows: the payment's papers in its own currency. */
export function receiptIn(papers: readonly Paper[], currency: Currency) {
  const papersInCurrency = papers.filter((paper) => paper.currency === currency);
  const receipts = papersInCurrency.filter(({ kind }) => kind === "receipt");
  const dayOf = ({ issuedAt }: Paper) => lagosDay(new Date(issuedAt));
  return {
    number: receipts.map(paperNumber).join(", "),
    issuedOn: receipts.map(dayOf)[0] ?? null,
    amount: fromMinor(currency, sumOf(receipts.map(({ amountMinor }) => amountMinor))),
    vat: vatWords(receipts, currency),
    creditNotes: papersInCurrency
      .filter(({ kind }) => kind === "credit-note")
      .map((note) => ({ number: paperNumber(note), issuedOn: dayOf(note), minor: note.amountMinor })),
  };
}

/** A receipt with the credit notes for its amount. */
interface ReturnedReceipt {
  readonly amount: Money;
  readonly creditNotes: readonly { readonly minor: number }[];
}

/** Returns the amount that was refunded in a currency, by the credit notes of its receipts. */
export function refundedOf(receipts: readonly ReturnedReceipt[], currency: Currency): Money {
  const notes = receipts
    .filter(({ amount }) => amount.currency === currency)
    .flatMap(({ creditNotes }) => creditNotes);
  return fromMinor(currency, sumOf(notes.map(({ minor }) => minor)));
}

function vatWords(receipts: readonly Paper[], currency: Currency): string {
  const percent = receipts[0]?.vatPercent ?? null;
  if (percent === null) return "";
  const vat = fromMinor(currency, sumOf(receipts.map(({ vatMinor }) => vatMinor ?? 0)));
  return percent === 0 ? "exempt" : `${percent}%, included: ${formatExact(vat)}`;
}

/** Returns the papers of a payment. @param recorded its history, in the order of recording */
export function papersOf<Event extends HistoryEvent>(recorded: readonly Event[]): PaperMovement<Event>[] {
  const charges = recorded.filter(({ kind }) => kind === "charged");
  const currencies = new Set(charges.flatMap(({ currency }) => currency ?? []));
  return [...currencies].flatMap((currency) => papersIn(currency, recorded));
}

/** Returns the papers in one currency. After each event they add up to the amount that is held. */
function papersIn<Event extends HistoryEvent>(
  currency: string,
  recorded: readonly Event[],
): PaperMovement<Event>[] {
  const isCharge = (event: Event) => event.kind === "charged" && event.currency === currency;
  const papers: PaperMovement<Event>[] = [];
  // The first charge goes before everything else, because a refund may be reported before it.
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
