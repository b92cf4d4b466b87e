/** @jsxImportSource hono/jsx */
import { lagosDay } from "~/domain/dates/day.ts";
import { chargeLabels } from "~/domain/enrolment/charge.ts";
import { amountText, decimalOfHundredths } from "~/domain/money/money.ts";
import { PAPER_NAMES, paperNumber } from "~/domain/payments/papers.ts";
import { statusText } from "~/domain/payments/payment-history.ts";
import { counted } from "~/domain/text.ts";
import { CHANNEL_NAMES, CHANNELS } from "~/edge/payments/provider.ts";
import { type CsvColumn, csvResponse } from "../../http/csv.ts";
import { dateField, type FormField, type Options } from "../desk-form.tsx";
import { deskPage } from "../desk-page.tsx";
import { Aside, Flags, lagosTimeText, RowName, Rows } from "../desk-parts.tsx";
import type { DeskRequest } from "../desk-request.ts";
import {
  FilterForm,
  filterSelect,
  ListEnd,
  ListExport,
  offeredCourses,
  readCursor,
} from "../list/list-parts.tsx";
import { type Cursor, filterText } from "../list/selection.ts";
import { noteExport } from "../trail.tsx";
import {
  listMovements,
  type Movement,
  type MovementFilter,
  type MovementSum,
  type PaymentState,
  readMovementFilter,
  sumMovements,
} from "./find-movements.ts";

const PATH = "/desk/payments";
const ROWS_PER_PAGE = 50;

/** Shows the money that came between two days in Lagos, what it paid and what went back: GET. */
export async function showPayments(request: DeskRequest): Promise<Response> {
  const { url, context } = request;
  const { db, now, prices } = context;
  const filter = readMovementFilter(url.searchParams, now);
  const after = readCursor(url.searchParams.get("after"), isPaperId);
  const [page, sums] = await Promise.all([
    listMovements(db, filter, { after, limit: ROWS_PER_PAGE }),
    sumMovements(db, filter),
  ]);
  const list = { path: PATH, query: filterText(filter), page };
  const body = (
    <>
      <FilterForm action={PATH} fields={filterFields(filter, offeredCourses(prices))} />
      <p role="status">{sums.map(sumText).join(" ") || "No payments in these days."}</p>
      <ListExport {...list} />
      <MovementRows movements={page.rows} />
      <ListEnd {...list} />
    </>
  );
  return deskPage(request, { title: "Payments", body });
}

export function MovementRows({ movements }: { movements: readonly Movement[] }) {
  return <Rows rows={movements}>{(movement) => <MovementRow movement={movement} />}</Rows>;
}

function MovementRow({ movement }: { movement: Movement }) {
  const { enrolmentId, reference, returnedMinor, currency, flag, kind } = movement;
  const path = enrolmentId ? `/desk/enrolments/${enrolmentId}` : `${PATH}/${reference}`;
  return (
    <>
      <span>
        <RowName href={path}>{movement.name || reference}</RowName>
        <Aside>{lagosTimeText(movement.occurredAt)}</Aside>
      </span>
      <span>
        {movement.courseName}
        <Aside>{paidFor(movement)}</Aside>
      </span>
      <span>
        {movedText(movement)}
        {kind === "receipt" && returnedMinor > 0 && (
          <Aside>{`${amountText(currency, returnedMinor)} went back`}</Aside>
        )}
        <Aside>{paperText(movement)}</Aside>
        <Aside>{reference}</Aside>
        {flag && <Flags flags={[flag]} />}
      </span>
    </>
  );
}

function movedText({ kind, currency, amountMinor, provider }: Movement): string {
  const amount = amountText(currency, Math.abs(amountMinor));
  if (kind === "receipt") return `${amount} by ${CHANNEL_NAMES[provider]}`;
  // A credit note is below zero if a refund or a reversal was undone, so that the academy got the money again.
  return amountMinor > 0 ? `${amount} went back` : `${amount} came again`;
}

/** "Receipt 2026-000123", "Credit note 2026-C00007 for receipt 2026-000123". */
function paperText(movement: Movement): string {
  const { kind, receipt } = movement;
  const about = kind === "credit-note" && receipt ? ` for receipt ${receipt}` : "";
  return `${PAPER_NAMES[kind]} ${paperNumber(movement)}${about}`;
}

export function paidFor({ charges, chargeCount }: Movement): string {
  return chargeLabels(charges, chargeCount);
}

function sumText({ currency, count, amountMinor, returnedMinor }: MovementSum): string {
  const came = `${counted(count, "payment")}, ${amountText(currency, amountMinor)}`;
  return returnedMinor > 0
    ? `${came}, of which ${amountText(currency, returnedMinor)} went back.`
    : `${came}.`;
}

const STATE_LABELS: Readonly<Record<PaymentState, string>> = {
  kept: "Nothing went back",
  refunded: "Refunded or taken back",
  flagged: "With a flag",
};

function filterFields(filter: MovementFilter, courses: Options): FormField[] {
  const select = filterSelect(filter);
  const providers = CHANNELS.map((channel) => [channel, CHANNEL_NAMES[channel]] as const);
  return [
    dateField("from", "From", filter.from),
    dateField("until", "Until", filter.until),
    select("provider", "Provider", providers),
    select("course", "Course", courses),
    select("state", "State", Object.entries(STATE_LABELS)),
  ];
}

export function isPaperId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

const COLUMNS: readonly CsvColumn<Movement>[] = [
  ["Time (UTC)", ({ occurredAt }) => occurredAt],
  ["Day in Lagos", ({ occurredAt }) => lagosDay(new Date(occurredAt))],
  ["Learner", ({ name }) => name],
  ["Enrolment", ({ enrolmentId }) => enrolmentId ?? ""],
  ["Course", ({ courseName }) => courseName],
  ["Paid for", paidFor],
  ["Provider", ({ provider }) => CHANNEL_NAMES[provider]],
  ["Reference", ({ reference }) => reference],
  ["Receipt", paperNumber],
  ["Currency", ({ currency }) => currency],
  ["Amount", ({ amountMinor }) => decimalOfHundredths(amountMinor)],
  ["Went back of this payment", ({ returnedMinor }) => decimalOfHundredths(returnedMinor)],
  ["State", statusText],
];

const ROWS_PER_CSV_PART = 500;

/** Sends the whole list as CSV: POST with a filter. The trail records who exported it. */
export async function exportPayments(request: DeskRequest): Promise<Response> {
  const { form, context } = request;
  const filter = readMovementFilter(form ?? new URLSearchParams(), context.now);
  await noteExport(request, `the payments: ${filterText(filter)}`);
  const filename = `payments-${filter.from}-to-${filter.until}.csv`;
  return csvResponse(filename, COLUMNS, (after: Cursor | undefined) =>
    listMovements(context.db, filter, { after, limit: ROWS_PER_CSV_PART }),
  );
}
