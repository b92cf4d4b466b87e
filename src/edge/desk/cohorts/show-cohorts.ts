import { type Cohort, cohortName, findCohort } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { counted } from "~/domain/text.ts";
import { deskPage, shareBar } from "../desk-page.ts";
import { type DeskRequest, mayAs } from "../desk-request.ts";
import { type Html, html } from "../html.ts";
import { knownCohorts, NO_COHORT, readFilter } from "../list/enrolment-filter.ts";
import { type Totals, totalsOf } from "../list/find-enrolments.ts";
import { selectionOf } from "../list/selection.ts";
import { type CohortSeats, countSeats } from "./find-cohorts.ts";

/** How many cohorts are counted: earlier ones are over. */
const LATEST = 12;

/** The cohorts, and how full each is: GET. @throws when the database fails */
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
<p class="lead">A place is taken once the fee or another payment is paid in full.</p>
${latest.length === 0 ? html`<p>Nobody is in a cohort yet.</p>` : ""}
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
<span>${seats === null ? "" : shareBar(taken, seats, `${name}: ${taken} of ${seats} places taken`)}</span>
<span>${takenText(taken, seats)}${fullness(taken, seats)}${
    started > 0 ? html`<br><span class="quiet">${started} more started but haven't paid</span>` : ""
  }</span></li>`;
}

function takenText(taken: number, seats: number | null): string {
  return seats === null ? `${counted(taken, "place")} taken` : `${taken} of ${seats} places taken`;
}

function fullness(taken: number, seats: number | null): Html | string {
  if (seats === null || taken < seats) return "";
  return html` <span class="badge badge-wrong">${taken === seats ? "full" : `${taken - seats} too many`}</span>`;
}

/** Everyone without a cohort, and what they owe. */
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

/** For an address, without "?". */
function queryOf(cohort: string): string {
  return new URLSearchParams({ cohort }).toString();
}
