/** @jsxImportSource hono/jsx */
import { type Cohort, cohortName } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { isEnrolmentId } from "~/domain/enrolment/enrolment-key.ts";
import { stateWords } from "~/domain/enrolment/enrolment-status.ts";
import { decimalOfHundredths } from "~/domain/money/money.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { type CsvColumn, csvResponse } from "../../http/csv.ts";
import { ButtonForm } from "../desk-form.tsx";
import { deskPage, seeOther } from "../desk-page.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";
import { noteExport } from "../trail.tsx";
import { type ListedEnrolment, listEnrolments, totalsOf, totalsText } from "./find-enrolments.ts";
import {
  cursorText,
  EnrolmentRows,
  FilterForm,
  filterFields,
  ListEnd,
  ListExport,
  readCursor,
  SearchForm,
} from "./list-parts.tsx";
import {
  type Cursor,
  filterText,
  listCohorts,
  readFilter,
  readSought,
  selectionFor,
  selectionOf,
} from "./selection.ts";

export async function showList(request: DeskRequest): Promise<Response> {
  const { url, user, context } = request;
  const { db, now } = context;
  const filter = readFilter(url.searchParams);
  const today = lagosDay(now);
  const selection = selectionOf(filter, today);
  const after = readCursor(url.searchParams.get("after"), isEnrolmentId);
  const [page, totals, cohorts] = await Promise.all([
    listEnrolments(db, selection, { after, today }),
    totalsOf(db, selection),
    listCohorts(db, context.prices.cohorts),
  ]);
  const isStaff = mayAs(user, "staff");
  const list = { path: "/desk/enrolments", query: filterText(filter), page };
  const body = (
    <>
      {isStaff && <SearchForm />}
      <FilterForm action="/desk/enrolments" fields={filterFields(filter, context.prices, cohorts)} />
      <p role="status">{totalsText(totals)}</p>
      {isStaff && <ListExport {...list} />}
      {page.rows.length === 0 && <p>No matches. Remove a filter.</p>}
      <EnrolmentRows rows={page.rows} request={request} />
      <ListEnd {...list} />
    </>
  );
  return deskPage(request, { title: "Enrolments", body });
}

/** Searches by POST, so that no personal data is in a URL or a log. A single match redirects to its page. */
export async function search(request: DeskRequest): Promise<Response> {
  const { context } = request;
  const typed = posted(request, "sought");
  const sought = readSought(typed);
  const selection = selectionFor(sought);
  const after = readCursor(posted(request, "after"), isEnrolmentId);
  const { rows, next } = selection
    ? await listEnrolments(context.db, selection, { after, today: lagosDay(context.now) })
    : { rows: [], next: null };
  const [only] = rows;
  if (only && rows.length === 1 && !after) return seeOther(`/desk/enrolments/${only.id}`);
  if (!only && sought.by === "reference" && (await findPayment(context.db, sought.key))) {
    return seeOther(`/desk/payments/${sought.key}`);
  }
  const notice = sought.by === "nothing" ? sought.why : "Nobody found. Try fewer letters, or another detail.";
  const body = (
    <>
      <SearchForm typed={typed} />
      {rows.length === 0 && <p role="status">{notice}</p>}
      <EnrolmentRows rows={rows} request={request} />
      {next && (
        <>
          <p>Many matches. Type more to narrow them.</p>
          <ButtonForm
            action="/desk/search"
            values={{ sought: typed, after: cursorText(next) }}
            label={`Next ${rows.length}`}
          />
        </>
      )}
      <p>
        <a href="/desk/enrolments">All enrolments</a>
      </p>
    </>
  );
  return deskPage(request, { title: "Search", body });
}

const csvColumns = (cohorts: readonly Cohort[]): readonly CsvColumn<ListedEnrolment>[] => [
  ["Enrolment", ({ id }) => id],
  ["Started (UTC)", ({ createdAt }) => createdAt],
  ["First name", ({ learner }) => learner.firstName],
  ["Last name", ({ learner }) => learner.lastName],
  ["Email", ({ learner }) => learner.email],
  ["Phone", ({ learner }) => learner.phone],
  ["WhatsApp", ({ learner }) => learner.whatsapp],
  ["Course", ({ courseName }) => courseName],
  ["Plan", ({ planName }) => planName],
  ["Voucher", ({ voucher }) => voucher ?? ""],
  ["Cohort", ({ cohort }) => cohortName(cohorts, cohort)],
  ["State", ({ state, hasTuition }) => stateWords(state, hasTuition)],
  ["Flags", ({ flags }) => flags.join(" ")],
  ["Currency", ({ currency }) => currency ?? ""],
  ["Paid", (row) => decimal(row, row.paidMinor)],
  ["Left", (row) => decimal(row, row.leftMinor)],
  ["Late since", ({ lateSince }) => lateSince ?? ""],
  ["Late", (row) => decimal(row, row.lateSince ? row.lateMinor : 0)],
  ["Came by", ({ attribution }) => attribution],
];

const ROWS_PER_CSV_PART = 500;

/** Sends the whole list as CSV: POST with a filter. The trail records who exported it. */
export async function exportList(request: DeskRequest): Promise<Response> {
  const { form, context } = request;
  const { db, now, prices } = context;
  const columns = csvColumns(prices.cohorts);
  const filter = readFilter(form ?? new URLSearchParams());
  const today = lagosDay(now);
  const selection = selectionOf(filter, today);
  const query = filterText(filter);
  await noteExport(request, `the list${query ? `: ${query}` : " of all"}`);
  return csvResponse(`enrolments-${today}.csv`, columns, (after: Cursor | undefined) =>
    listEnrolments(db, selection, { after, today, limit: ROWS_PER_CSV_PART }),
  );
}

function decimal({ currency }: ListedEnrolment, minor: number): string {
  return currency ? decimalOfHundredths(minor) : "";
}
