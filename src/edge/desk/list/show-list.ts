import { html } from "hono/html";
import { type Cohort, cohortName } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { isEnrolmentId } from "~/domain/enrolment/enrolment-key.ts";
import { fromMinor, toDecimalString } from "~/domain/money/money.ts";
import { flagWords } from "~/domain/payments/payment-history.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { type CsvColumn, csvHead, csvLines, csvResponse } from "../../http/csv.ts";
import { deskPage, formField, type Html, hidden, seeOther } from "../desk-page.tsx";
import type { FormField } from "../desk-parts.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";
import { noteInTrail } from "../trail.tsx";
import {
  ENROLMENT_FLAGS,
  type EnrolmentFilter,
  filterText,
  knownCohorts,
  NO_COHORT,
  readFilter,
  readSought,
} from "./enrolment-filter.ts";
import {
  enrolmentRows,
  type ListedEnrolment,
  listEnrolments,
  totalsOf,
  totalsText,
} from "./find-enrolments.ts";
import { type Cursor, selectionFor, selectionOf } from "./selection.ts";

export async function showList(request: DeskRequest): Promise<Response> {
  const { url, user, context } = request;
  const { db, now } = context;
  const filter = readFilter(url.searchParams);
  const today = lagosDay(now);
  const selection = selectionOf(filter, today);
  const [{ rows, next }, totals, cohorts] = await Promise.all([
    listEnrolments(db, selection, { after: readCursor(url.searchParams.get("after")), today }),
    totalsOf(db, selection),
    knownCohorts(db, context.prices.cohorts),
  ]);
  const query = filterText(filter);
  const nextPage = `/desk/enrolments?${query}${query ? "&" : ""}`;
  const body = html`<h1>Enrolments</h1>
${mayAs(user, "staff") ? searchForm("") : ""}
${filterForm(filterFields(filter, context.prices, cohorts))}
<p role="status">${totalsText(totals)}</p>
${rows.length === 0 ? html`<p>No matches. Remove a filter.</p>` : enrolmentRows(rows, request)}
<div class="buttons">${next ? html`<a class="btn btn-outline" href="${nextPage}after=${cursorText(next)}">Next ${rows.length}</a>` : ""}
${
  mayAs(user, "staff") && rows.length > 0
    ? html`<form method="post" action="/desk/enrolments.csv">${[...new URLSearchParams(query)].map(([name, value]) => hidden(name, value))}<button class="btn btn-outline" type="submit">Download as CSV</button></form>`
    : ""
}</div>`;
  return deskPage(request, { title: "Enrolments", body });
}

/** Searches by POST, so that no name, address or number is in a URL or a log. A single match redirects to its page. */
export async function search(request: DeskRequest): Promise<Response> {
  const { context } = request;
  const typed = posted(request, "sought");
  const sought = readSought(typed);
  const selection = selectionFor(sought);
  const after = readCursor(posted(request, "after"));
  const { rows, next } = selection
    ? await listEnrolments(context.db, selection, { after, today: lagosDay(context.now) })
    : { rows: [], next: null };
  const [only] = rows;
  if (only && rows.length === 1 && !after) return seeOther(`/desk/enrolments/${only.id}`);
  if (!only && sought.by === "reference" && (await findPayment(context.db, sought.key))) {
    return seeOther(`/desk/payments/${sought.key}`);
  }
  const why = sought.by === "nothing" ? sought.why : "Nobody found. Try fewer letters, or another detail.";
  const body = html`<h1>Search</h1>
${searchForm(typed)}
${rows.length === 0 ? html`<p role="status">${why}</p>` : enrolmentRows(rows, request)}
${
  next
    ? html`<p>Many matches. Type more to narrow them.</p><form method="post" action="/desk/search">${hidden("sought", typed)}${hidden("after", cursorText(next))}<button class="btn btn-outline" type="submit">Next ${rows.length}</button></form>`
    : ""
}
<p><a href="/desk/enrolments">All enrolments</a></p>`;
  return deskPage(request, { title: "Search", body });
}

export function searchForm(value: string): Html {
  return html`<form class="fields" role="search" method="post" action="/desk/search">${formField({
    name: "sought",
    label: "Find someone",
    kind: "text",
    value,
    isPersonal: true,
    hint: "Name, email, phone or reference",
  })}<div class="buttons"><button class="btn btn-primary" type="submit">Search</button></div></form>`;
}

const ANY = ["", "Any"] as const;

/** The filters: on a phone folded into a line that says which are chosen, so that the list starts below it. */
function filterForm(fields: readonly FormField[]): Html {
  const chosen = fields.flatMap(({ value, options = [] }) =>
    value === "" ? [] : [options.find(([option]) => option === value)?.[1] ?? value],
  );
  return html`<details class="filter-fold"><summary>Filters${
    chosen.length > 0 ? html`: <span class="filter-chosen">${chosen.join(" · ")}</span>` : ""
  }</summary><form class="filters" method="get" action="/desk/enrolments">${fields.map((field) =>
    formField(field),
  )}<div class="buttons"><button class="btn btn-outline" type="submit">Show these</button></div></form></details>`;
}

function filterFields(filter: EnrolmentFilter, prices: PriceList, cohorts: readonly Named[]): FormField[] {
  const courses = new Map(
    [...prices.pricingCourses, ...prices.registrationCourses].map(({ id, name }) => [id, name]),
  );
  const select = (
    name: keyof EnrolmentFilter,
    label: string,
    options: readonly (readonly [string, string])[],
  ): FormField => ({ name, label, kind: "select", value: filter[name] ?? "", options: [ANY, ...options] });
  return [
    select("owes", "Owes", [
      ["something", "Still owes something"],
      ["late", "Is late"],
    ]),
    select("cohort", "Cohort", [
      [NO_COHORT, "Without a cohort"],
      ...cohorts.map(({ id, name }) => [id, name] as const),
    ]),
    select("course", "Course", [...courses]),
    select("state", "State", [
      ["started", "Started, nothing paid"],
      ["active", "Active"],
      ["complete", "Complete"],
      ["withdrawn", "Withdrawn"],
      ["refunded", "Refunded"],
    ]),
    select("flag", "Flag", [
      ["any", "Any nobody has looked at"],
      ...ENROLMENT_FLAGS.map((flag) => [flag, flagWords(flag)] as const),
    ]),
  ];
}

function cursorText({ at, id }: Cursor): string {
  return `${at}~${id}`;
}

function readCursor(text: string | null): Cursor | undefined {
  const [at = "", id = ""] = text?.split("~") ?? [];
  return /^[\dTZ:.-]{10,24}$/.test(at) && isEnrolmentId(id) ? { at, id } : undefined;
}

const columnsOf = (cohorts: readonly Cohort[]): readonly CsvColumn<ListedEnrolment>[] => [
  ["Enrolment", ({ id }) => id],
  ["Started (UTC)", ({ createdAt }) => createdAt],
  ["First name", ({ learner }) => learner.firstName],
  ["Last name", ({ learner }) => learner.lastName],
  ["Email", ({ learner }) => learner.email],
  ["Phone", ({ learner }) => learner.phone],
  ["WhatsApp", ({ learner }) => learner.whatsapp],
  ["Course", ({ courseName }) => courseName],
  ["Plan", ({ planName }) => planName],
  ["Cohort", ({ cohort }) => cohortName(cohorts, cohort)],
  ["State", ({ state }) => state],
  ["Flags", ({ flags }) => flags.join(" ")],
  ["Currency", ({ currency }) => currency ?? ""],
  ["Paid", (row) => decimal(row, row.paidMinor)],
  ["Left", (row) => decimal(row, row.leftMinor)],
  ["Late since", ({ lateSince }) => lateSince ?? ""],
  ["Late", (row) => decimal(row, row.lateSince ? row.lateMinor : 0)],
  ["Came by", ({ attribution }) => attribution],
];

const A_PART = 500;

/** The whole list as CSV: POST with a filter. The trail records who took it. */
export async function exportList(request: DeskRequest): Promise<Response> {
  const { form, context } = request;
  const { db, now, prices } = context;
  const columns = columnsOf(prices.cohorts);
  const filter = readFilter(form ?? new URLSearchParams());
  const today = lagosDay(now);
  const selection = selectionOf(filter, today);
  const which = filterText(filter);
  await noteInTrail(request, {
    action: "export",
    summary: `Downloaded the list${which ? `: ${which}` : " of all"}`,
  });
  const encoder = new TextEncoder();
  let after: Cursor | null | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(csvHead(columns))),
    pull: async (stream) => {
      const { rows, next } = await listEnrolments(db, selection, {
        after: after ?? undefined,
        today,
        limit: A_PART,
      });
      if (rows.length > 0) stream.enqueue(encoder.encode(csvLines(columns, rows)));
      after = next;
      if (!next) stream.close();
    },
  });
  return csvResponse(`enrolments-${today}.csv`, body);
}

function decimal({ currency }: ListedEnrolment, minor: number): string {
  return currency ? toDecimalString(fromMinor(currency, minor)) : "";
}
