/** @jsxImportSource hono/jsx */
import { addDays, type Day, dayLabel, lagosDay } from "~/domain/dates/day.ts";
import { amountText, decimalOfHundredths } from "~/domain/money/money.ts";
import { PAPER_NAMES, paperNumber } from "~/domain/payments/papers.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf, sql, statement } from "~/edge/database.ts";
import { CHANNEL_NAMES, CURRENCY_OF, type Provider } from "~/edge/payments/provider.ts";
import { type CsvColumn, csvResponse } from "../../http/csv.ts";
import { selectField } from "../desk-form.tsx";
import { deskPage } from "../desk-page.tsx";
import { Facts } from "../desk-parts.tsx";
import type { DeskRequest } from "../desk-request.ts";
import { FilterForm, ListEnd, ListExport, readCursor } from "../list/list-parts.tsx";
import { type Cursor, filterText } from "../list/selection.ts";
import { noteExport } from "../trail.tsx";
import { conditionsOf, JOINED, listMovements, type Month, type Movement } from "./find-movements.ts";
import { isPaperId, MovementRows, paidFor } from "./show-payments.tsx";

const PATH = "/desk/accounts";
const ROWS_PER_PAGE = 50;
const ROWS_PER_CSV_PART = 500;

/** Shows the movements of a month in Lagos by currency, with the providers' fees and payouts: GET. */
export async function showAccounts(request: DeskRequest): Promise<Response> {
  const { url, context } = request;
  const { db, now } = context;
  const month = readMonth(url.searchParams, now);
  const after = readCursor(url.searchParams.get("after"), isPaperId);
  const [months, sums, books, page] = await Promise.all([
    monthsUntil(db, now),
    sumAccounts(db, month),
    providerBooks(db, month),
    listMovements(db, month, { after, limit: ROWS_PER_PAGE }),
  ]);
  const currencies = new Set<string>([
    ...sums.map(({ currency }) => currency),
    ...books.map(({ provider }) => CURRENCY_OF[provider]),
  ]);
  const options = months.map((option) => [option, monthLabel(option)] as const);
  const list = { path: PATH, query: filterText({ month }), page };
  const body = (
    <>
      <FilterForm action={PATH} fields={[selectField("month", "Month", options, { value: month })]} />
      <p class="lead">{`${monthLabel(month)}, by the days in Lagos on which money moved.`}</p>
      {currencies.size === 0 && <p role="status">Nothing moved in this month.</p>}
      {[...currencies].sort().map((currency) => (
        <section>
          <h2>{currency}</h2>
          <Facts
            facts={[
              ...sums.filter((sum) => sum.currency === currency).flatMap(sumFacts),
              ...books.filter((book) => CURRENCY_OF[book.provider] === currency).flatMap(bookFacts),
            ]}
          />
        </section>
      ))}
      {page.rows.length > 0 && <h2>Receipts and credit notes</h2>}
      <ListExport {...list} />
      <MovementRows movements={page.rows} />
      <ListEnd {...list} />
    </>
  );
  return deskPage(request, { title: "Accounts", body });
}

/** The movements of a currency in kobo or cents. The VAT is `null` if none was charged. */
export interface AccountSum {
  readonly currency: string;
  readonly receipts: number;
  readonly receivedMinor: number;
  readonly creditNotes: number;
  /** The returned amount, below zero if more came back to the academy than went to payers. */
  readonly returnedMinor: number;
  /** The VAT of the receipts less that of the credit notes. */
  readonly vatMinor: number | null;
}

export async function sumAccounts(db: Database, month: Month): Promise<AccountSum[]> {
  return rowsOf<AccountSum>(db)`SELECT paper.currency,
      SUM(kind = 'receipt') AS receipts, SUM(iif(kind = 'receipt', amount_minor, 0)) AS receivedMinor,
      SUM(kind = 'credit-note') AS creditNotes, SUM(iif(kind = 'receipt', 0, amount_minor)) AS returnedMinor,
      SUM(iif(kind = 'receipt', vat_minor, -vat_minor)) AS vatMinor
    FROM ${JOINED} WHERE ${conditionsOf(month)} GROUP BY paper.currency`;
}

function sumFacts({ currency, vatMinor, ...sum }: AccountSum): (readonly [string, string])[] {
  const amount = (minor: number) => signedText(currency, minor);
  const notes = sum.creditNotes > 0 ? counted(sum.creditNotes, "credit note") : "";
  return [
    ["Received", `${amount(sum.receivedMinor)}, ${counted(sum.receipts, "receipt")}`],
    ["Went back", notes && `${amount(sum.returnedMinor)}, ${notes}`],
    ["Left of it", notes && amount(sum.receivedMinor - sum.returnedMinor)],
    ["VAT in it", vatMinor === null ? "" : amount(vatMinor)],
  ];
}

function signedText(currency: string, minor: number): string {
  return minor < 0 ? `−${amountText(currency, -minor)}` : amountText(currency, minor);
}

/** A provider's books of a month, as far as the daily comparison has read them, in kobo or cents. */
interface ProviderBooks {
  readonly provider: Provider;
  readonly feesMinor: number | null;
  /** The number of days for which fees are known. */
  readonly feeDays: number;
  readonly payoutsMinor: number | null;
  readonly payoutDays: number;
}

/** Returns the condition on `reconciliations` of a month. */
const isIn = (month: Month) => sql`day BETWEEN ${`${month}-01`} AND ${`${month}-31`}`;

function providerBooks(db: Database, month: Month): Promise<ProviderBooks[]> {
  return rowsOf<ProviderBooks>(db)`
    SELECT provider, SUM(fees_minor) AS feesMinor, COUNT(fees_minor) AS feeDays,
      SUM(payouts_minor) AS payoutsMinor, COUNT(payouts_minor) AS payoutDays
    FROM reconciliations WHERE ${isIn(month)} GROUP BY provider`;
}

function bookFacts({ provider, ...book }: ProviderBooks): (readonly [string, string])[] {
  const name = CHANNEL_NAMES[provider];
  const words = (minor: number | null, days: number) =>
    minor === null
      ? "not reported"
      : `${amountText(CURRENCY_OF[provider], minor)}, reported for ${counted(days, "day")}`;
  return [
    [`${name}’s fees`, words(book.feesMinor, book.feeDays)],
    [`Paid out by ${name}`, words(book.payoutsMinor, book.payoutDays)],
  ];
}

function readMonth(params: URLSearchParams, now: Date): Month {
  const text = params.get("month") ?? "";
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : monthOf(now);
}

function monthOf(time: Date): Month {
  return lagosDay(time).slice(0, 7);
}

/** Returns the months from the first movement to this one, the latest first. */
async function monthsUntil(db: Database, now: Date): Promise<Month[]> {
  const first = await statement(db)`SELECT MIN(moved_at) AS at FROM papers`.first<{ at: string | null }>();
  const firstMonth = monthOf(first?.at ? new Date(first.at) : now);
  const months: Month[] = [];
  let month = monthOf(now);
  while (month > firstMonth) {
    months.push(month);
    month = addDays(`${month}-01`, -1).slice(0, 7);
  }
  return [...months, month];
}

/** Formats a month as "Nov 2026". */
function monthLabel(month: Month): string {
  return dayLabel(`${month}-01`).replace(" 1,", "");
}

/** A line of the accountant's file: a paper, or a provider's fees or payout of a day, in kobo or cents. */
interface AccountLine {
  /** "Receipt", "Credit note", "Fees", "Paid out". */
  readonly kind: string;
  readonly day: Day;
  readonly movement: Movement | null;
  readonly provider: Provider | Movement["provider"];
  readonly currency: string;
  readonly cameInMinor: number | null;
  readonly wentOutMinor: number | null;
}

function lineOf(movement: Movement): AccountLine {
  const { kind, occurredAt, provider, currency, amountMinor } = movement;
  // A credit note below zero is money that came back.
  const isIncoming = kind === "receipt" || amountMinor < 0;
  const minor = Math.abs(amountMinor);
  return {
    kind: PAPER_NAMES[kind],
    day: lagosDay(new Date(occurredAt)),
    movement,
    provider,
    currency,
    cameInMinor: isIncoming ? minor : null,
    wentOutMinor: isIncoming ? null : minor,
  };
}

async function bookLines(db: Database, month: Month): Promise<AccountLine[]> {
  type Row = { day: Day; provider: Provider; feesMinor: number | null; payoutsMinor: number | null };
  const rows = await rowsOf<Row>(db)`
    SELECT day, provider, fees_minor AS feesMinor, payouts_minor AS payoutsMinor
    FROM reconciliations WHERE ${isIn(month)} ORDER BY day DESC, provider`;
  return rows.flatMap(({ day, provider, feesMinor, payoutsMinor }) => {
    const line = { day, provider, movement: null, currency: CURRENCY_OF[provider], cameInMinor: null };
    return [
      { ...line, kind: "Fees", wentOutMinor: feesMinor },
      { ...line, kind: "Paid out", wentOutMinor: payoutsMinor },
    ].filter(({ wentOutMinor }) => wentOutMinor);
  });
}

const decimal = (minor: number | null) => (minor === null ? "" : decimalOfHundredths(Math.abs(minor)));

const COLUMNS: readonly CsvColumn<AccountLine>[] = [
  ["Kind", ({ kind }) => kind],
  ["Number", ({ movement }) => (movement ? paperNumber(movement) : "")],
  ["About receipt", ({ movement }) => (movement?.kind === "credit-note" ? movement.receipt : "")],
  ["Day in Lagos", ({ day }) => day],
  ["Issued on", ({ movement }) => (movement ? lagosDay(new Date(movement.issuedAt)) : "")],
  ["Learner", ({ movement }) => movement?.name ?? ""],
  ["Enrolment", ({ movement }) => movement?.enrolmentId ?? ""],
  ["Course", ({ movement }) => movement?.courseName ?? ""],
  ["Paid for", ({ movement }) => (movement ? paidFor(movement) : "")],
  ["Provider", ({ provider }) => CHANNEL_NAMES[provider]],
  ["Reference", ({ movement }) => movement?.reference ?? ""],
  ["Currency", ({ currency }) => currency],
  ["Came in", ({ cameInMinor }) => decimal(cameInMinor)],
  ["Went out", ({ wentOutMinor }) => decimal(wentOutMinor)],
  ["VAT in it", ({ movement }) => decimal(movement?.vatMinor ?? null)],
];

/** Sends the whole month as CSV: POST `{ month }`. The trail records who exported it. */
export async function exportAccounts(request: DeskRequest): Promise<Response> {
  const { form, context } = request;
  const { db, now } = context;
  const month = readMonth(form ?? new URLSearchParams(), now);
  await noteExport(request, `the accounts of ${month}`);
  return csvResponse(`accounts-${month}.csv`, COLUMNS, async (after: Cursor | undefined) => {
    const { rows, next } = await listMovements(db, month, { after, limit: ROWS_PER_CSV_PART });
    const lines = rows.map(lineOf);
    return { rows: next ? lines : [...lines, ...(await bookLines(db, month))], next };
  });
}
