import { counted } from "~/domain/words/counted.ts";
import { deskPage } from "../desk-page.ts";
import type { DeskRequest } from "../desk-request.ts";
import { mayAs } from "../desk-user.ts";
import { type Html, html } from "../html.ts";
import { knownCohorts } from "../list/known-cohorts.ts";
import { shareBar } from "../share-bar.ts";
import { type CohortPlaces, latestFirst, placesOf } from "./find-cohorts.ts";

/** How many cohorts are counted: earlier ones are over. */
const LATEST = 12;

/** The cohorts, and how full each is: GET. @throws when the database fails */
export async function showCohorts(request: DeskRequest): Promise<Response> {
  const { context, user } = request;
  const { seats } = context.prices;
  const names = latestFirst([...Object.keys(seats), ...(await knownCohorts(context.db))]);
  const latest = await placesOf(context.db, names.slice(0, LATEST));
  const earlier = names.slice(LATEST);
  const isStaff = mayAs(user, "staff");
  const body = html`<h1>Cohorts</h1>
<p class="lead">A place is taken by whoever has paid the fee, or another payment in full, and goes on or is done.</p>
${latest.length === 0 ? html`<p>Nobody is in a cohort yet.</p>` : ""}
<ul class="rows">${latest.map((places) => cohortRow(places, seats[places.name] ?? null, isStaff))}</ul>
${
  earlier.length > 0
    ? html`<h2>Earlier</h2><ul>${earlier.map((name) => html`<li><a href="/desk/enrolments?${queryOf(name)}">${name}</a></li>`)}</ul>`
    : ""
}`;
  return deskPage(request, { title: "Cohorts", body });
}

function cohortRow({ name, taken, begun }: CohortPlaces, seats: number | null, isStaff: boolean): Html {
  return html`<li><span><a class="row-name" href="/desk/enrolments?${queryOf(name)}">${name}</a>
<br><a href="/desk/enrolments?owes=something&amp;${queryOf(name)}" aria-label="Who still owes for ${name}">Who still owes</a>${
    isStaff
      ? html`<br><a href="/desk/cohorts/list?${queryOf(name)}" aria-label="List for the tutor of ${name}">List for the tutor</a>`
      : ""
  }</span>
<span>${seats === null ? "" : shareBar(taken, seats, `${name}: ${taken} of ${seats} places taken`)}</span>
<span>${placesText(taken, seats)}${fullness(taken, seats)}${
    begun > 0 ? html`<br><span class="quiet">${begun} more began, and paid nothing</span>` : ""
  }</span></li>`;
}

function placesText(taken: number, seats: number | null): string {
  return seats === null ? `${counted(taken, "place")} taken` : `${taken} of ${seats} places taken`;
}

function fullness(taken: number, seats: number | null): Html | string {
  if (seats === null || taken < seats) return "";
  return html` <span class="badge badge-wrong">${taken === seats ? "full" : `${taken - seats} too many`}</span>`;
}

/** For an address, without "?". */
function queryOf(cohort: string): string {
  return new URLSearchParams({ cohort }).toString();
}
