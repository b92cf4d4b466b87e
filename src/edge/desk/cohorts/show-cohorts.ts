import { html } from "hono/html";
import { type Cohort, cohortName, findCohort } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import type { EnrolmentState } from "~/domain/enrolment/enrolment-status.ts";
import { type Learner, readLearner } from "~/domain/enrolment/learner.ts";
import { formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { counted } from "~/domain/text.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import { HAS_SEAT } from "~/edge/enrolments/cohort-seats.ts";
import { type CsvColumn, csvHead, csvLines, csvResponse } from "~/edge/http/csv.ts";
import { deskPage, type Html, hidden, messagePage, shareBar } from "../desk-page.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import { knownCohorts, NO_COHORT, readFilter } from "../list/enrolment-filter.ts";
import { type Totals, totalsOf } from "../list/find-enrolments.ts";
import { selectionOf } from "../list/selection.ts";
import { noteInTrail } from "../trail.tsx";
import { joinLink } from "./join-everyone.ts";

/** How many cohorts are counted: earlier ones are over. */
const LATEST = 12;

export async function showCohorts(request: DeskRequest): Promise<Response> {
  const { context, user } = request;
  const { cohorts } = context.prices;
  const known = await knownCohorts(context.db, cohorts);
  const latest = await countSeats(
    context.db,
    known.slice(0, LATEST).map(({ id }) => id),
  );
  const cohortless = await totalsOf(
    context.db,
    selectionOf(readFilter(new URLSearchParams({ cohort: NO_COHORT })), lagosDay(context.now)),
  );
  const earlier = known.slice(LATEST);
  const isStaff = mayAs(user, "staff");
  const body = html`<h1>Cohorts</h1>
<p class="lead">A seat is taken once the fee or another payment is paid in full.</p>
${latest.length === 0 ? html`<p>Nobody is in a cohort yet.</p>` : ""}
${isStaff ? await joinLink(request) : ""}
${cohortless.count > 0 || cohortless.isMore ? cohortlessRow(cohortless) : ""}
<ul class="rows">${latest.map((seats) => cohortRow(seats, cohorts, isStaff))}</ul>
${
  earlier.length > 0
    ? html`<h2>Earlier</h2><ul>${earlier.map(({ id, name }) => html`<li><a href="/desk/enrolments?${queryOf(id)}">${name}</a></li>`)}</ul>`
    : ""
}`;
  return deskPage(request, { title: "Cohorts", body });
}

function cohortRow({ id, taken, started }: CohortSeats, cohorts: readonly Cohort[], isStaff: boolean): Html {
  const name = cohortName(cohorts, id);
  const seats = findCohort(cohorts, id)?.seats ?? null;
  return html`<li><span><a class="row-name" href="/desk/enrolments?${queryOf(id)}">${name}</a>
<br><a href="/desk/enrolments?owes=something&amp;${queryOf(id)}" aria-label="Who still owes for ${name}">Who still owes</a>${
    isStaff
      ? html`<br><a href="/desk/cohorts/list?${queryOf(id)}" aria-label="List for the tutor of ${name}">List for the tutor</a>`
      : ""
  }</span>
<span>${seats === null ? "" : shareBar(taken, seats, `${name}: ${taken} of ${seats} seats taken`)}</span>
<span>${takenText(taken, seats)}${fullness(taken, seats)}${
    started > 0 ? html`<br><span class="quiet">${started} more started but haven't paid</span>` : ""
  }</span></li>`;
}

function takenText(taken: number, seats: number | null): string {
  return seats === null ? `${counted(taken, "seat")} taken` : `${taken} of ${seats} seats taken`;
}

function fullness(taken: number, seats: number | null): Html | string {
  if (seats === null || taken < seats) return "";
  return html` <span class="badge badge-wrong">${taken === seats ? "full" : `${taken - seats} too many`}</span>`;
}

function cohortlessRow({ count, isMore, sums }: Totals): Html {
  const left = sums.flatMap(({ currency, leftMinor }) =>
    leftMinor > 0 ? [formatWithCode(fromMinor(currency, leftMinor))] : [],
  );
  const people = isMore
    ? `More than ${count.toLocaleString("en-GB")} enrolments`
    : counted(count, "enrolment");
  return html`<ul class="rows"><li><span><a class="row-name" href="/desk/enrolments?${queryOf(NO_COHORT)}">Without a cohort</a>
<br><a href="/desk/enrolments?owes=something&amp;${queryOf(NO_COHORT)}" aria-label="Who still owes without a cohort">Who still owes</a></span>
<span>${people}</span><span>${left.length > 0 ? `${left.join(" and ")} owed` : ""}</span></li></ul>`;
}

function queryOf(cohort: string): string {
  return new URLSearchParams({ cohort }).toString();
}

const LIST_COLUMNS: readonly CsvColumn<CohortMember>[] = [
  ["Name", learnerName],
  ["Course", ({ courseName }) => courseName],
  ["Email", ({ learner }) => learner.email],
  ["Phone", ({ learner }) => learner.phone],
  ["WhatsApp", ({ learner }) => learner.whatsapp],
  ["Enrolment", ({ id }) => id],
];

/** Who has a seat in a cohort, to be printed: GET `?cohort=`. */
export async function showTutorList(request: DeskRequest): Promise<Response> {
  const cohort = request.url.searchParams.get("cohort") ?? "";
  const members = cohort === "" ? [] : await membersOf(request.context.db, cohort);
  const name = cohortName(request.context.prices.cohorts, cohort);
  if (members.length === 0) {
    const text = "Nobody has a seat in this cohort yet.";
    return messagePage(request, { title: "No list", text, status: 200, back: "/desk/cohorts" });
  }
  const body = html`<h1>${name}</h1>
<p class="lead">${counted(members.length, "learner")}${members.length === MOST_MEMBERS ? ", the first of more" : ""}</p>
<form class="buttons" method="post" action="/desk/cohorts.csv">${hidden("cohort", cohort)}<button class="btn btn-outline" type="submit">Download as CSV</button><a href="/desk/cohorts">All cohorts</a></form>
<ol class="rows">${members.map(
    (member) =>
      html`<li><a class="row-name" href="/desk/enrolments/${member.id}">${learnerName(member)}</a><span>${member.courseName}${
        member.planName ? html`<br><span class="quiet">${member.planName}</span>` : ""
      }</span><span>${reachOf(member).map((line) => html`${line}<br>`)}</span></li>`,
  )}</ol>`;
  return deskPage(request, { title: name, body });
}

function reachOf({ learner: { email, phone, whatsapp } }: CohortMember): string[] {
  return [email, phone, ...(whatsapp && whatsapp !== phone ? [`WhatsApp ${whatsapp}`] : [])].filter(Boolean);
}

/** The same as CSV: POST `{ cohort }`. The trail records who took it. */
export async function exportTutorList(request: DeskRequest): Promise<Response> {
  const { db, now, prices } = request.context;
  const cohort = posted(request, "cohort");
  const members = await membersOf(db, cohort);
  await noteInTrail(request, {
    action: "export",
    summary: `Downloaded the list for the tutor of ${cohortName(prices.cohorts, cohort) || "no cohort"}`,
  });
  return csvResponse(`cohort-${lagosDay(now)}.csv`, csvHead(LIST_COLUMNS) + csvLines(LIST_COLUMNS, members));
}

export interface CohortSeats {
  readonly id: string;
  readonly taken: number;
  /** Enrolments that are not paid for. */
  readonly started: number;
}

/** @returns in the order of the ids */
async function countSeats(db: Database, ids: readonly string[]): Promise<CohortSeats[]> {
  const results = await rowsOf<CohortSeats>(db)`SELECT cohort AS id, SUM(${HAS_SEAT}) AS taken,
      SUM(state = 'started') AS started
    FROM enrolments WHERE cohort IN (SELECT value FROM json_each(${JSON.stringify(ids)})) GROUP BY cohort`;
  return ids.map((id) => results.find((row) => row.id === id) ?? { id, taken: 0, started: 0 });
}

export interface CohortMember {
  readonly id: string;
  readonly learner: Learner;
  readonly courseName: string;
  readonly planName: string;
  readonly state: EnrolmentState;
  readonly erasedAt: string | null;
}

/** More than any tutor has. */
const MOST_MEMBERS = 1000;

async function membersOf(db: Database, cohort: string): Promise<CohortMember[]> {
  // Without the index's name SQLite would read all that are active, and not the few of a cohort.
  const results = await rowsOf<Omit<CohortMember, "learner"> & { readonly learner: string }>(db)`
    SELECT id, learner, course_name AS courseName, plan_name AS planName, state, erased_at AS erasedAt
    FROM enrolments INDEXED BY enrolments_with_seat WHERE cohort = ${cohort} AND ${HAS_SEAT}
    ORDER BY created_at LIMIT ${MOST_MEMBERS}`;
  const sortText = ({ learner }: CohortMember) => `${learner.lastName} ${learner.firstName}`;
  return results
    .map((row): CohortMember => ({ ...row, learner: readLearner(row.learner) }))
    .sort((a, b) => sortText(a).localeCompare(sortText(b), "en"));
}
