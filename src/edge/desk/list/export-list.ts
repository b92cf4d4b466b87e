import { type Cohort, cohortName } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { fromMinor, toDecimalString } from "~/domain/money/money.ts";
import { csvLine } from "~/edge/desk/csv.ts";
import { csvHeaders } from "../csv.ts";
import type { DeskRequest } from "../desk-request.ts";
import { noteInTrail } from "../trail.ts";
import { filterText, readFilter } from "./enrolment-filter.ts";
import { type ListedEnrolment, listEnrolments } from "./find-enrolments.ts";
import { type Cursor, selectionOf } from "./selection.ts";

type Column = readonly [title: string, read: (row: ListedEnrolment) => string];

const columnsOf = (cohorts: readonly Cohort[]): readonly Column[] => [
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
  ["Came by", ({ attribution }) => attribution],
];

/** How many rows are read at once. */
const A_PART = 500;

/** The whole list as CSV: POST with a filter. The trail records who took it. @throws when the database fails */
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
    // A byte order mark, by which spreadsheets know that it is UTF-8.
    start: (stream) => stream.enqueue(encoder.encode(`\uFEFF${csvLine(columns.map(([title]) => title))}`)),
    pull: async (stream) => {
      const { rows, next } = await listEnrolments(db, selection, {
        after: after ?? undefined,
        today,
        limit: A_PART,
      });
      const lines = rows.map((row) => csvLine(columns.map(([, read]) => read(row))));
      if (lines.length > 0) stream.enqueue(encoder.encode(lines.join("")));
      after = next;
      if (!next) stream.close();
    },
  });
  return new Response(body, { headers: csvHeaders(`enrolments-${today}.csv`) });
}

function decimal({ currency }: ListedEnrolment, minor: number): string {
  return currency ? toDecimalString(fromMinor(currency, minor)) : "";
}
