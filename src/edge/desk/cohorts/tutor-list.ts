import { cohortName } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { counted } from "~/domain/text.ts";
import { csvLine } from "~/edge/desk/csv.ts";
import { csvHeaders } from "../csv.ts";
import { deskPage, messagePage } from "../desk-page.ts";
import { type DeskRequest, posted } from "../desk-request.ts";
import { learnerName } from "../enrolment/desk-enrolment.ts";
import { hidden } from "../form-fields.ts";
import { html } from "../html.ts";
import { noteInTrail } from "../trail.ts";
import { type CohortMember, MOST_MEMBERS, membersOf } from "./find-cohorts.ts";

const COLUMNS: readonly (readonly [title: string, read: (member: CohortMember) => string])[] = [
  ["Name", learnerName],
  ["Course", ({ courseName }) => courseName],
  ["Email", ({ learner }) => learner.email],
  ["Phone", ({ learner }) => learner.phone],
  ["WhatsApp", ({ learner }) => learner.whatsapp],
  ["Enrolment", ({ id }) => id],
];

/** Who has a place in a cohort, to be printed: GET `?cohort=`. @throws when the database fails */
export async function showTutorList(request: DeskRequest): Promise<Response> {
  const cohort = request.url.searchParams.get("cohort") ?? "";
  const members = cohort === "" ? [] : await membersOf(request.context.db, cohort);
  const name = cohortName(request.context.prices.cohorts, cohort);
  if (members.length === 0) {
    const text = "Nobody has a place in this cohort yet.";
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

/** The same as CSV: POST `{ cohort }`. The trail records who took it. @throws when the database fails */
export async function exportTutorList(request: DeskRequest): Promise<Response> {
  const { db, now, prices } = request.context;
  const cohort = posted(request, "cohort");
  const members = await membersOf(db, cohort);
  await noteInTrail(request, {
    action: "export",
    summary: `Downloaded the list for the tutor of ${cohortName(prices.cohorts, cohort) || "no cohort"}`,
  });
  const lines = [
    csvLine(COLUMNS.map(([title]) => title)),
    ...members.map((member) => csvLine(COLUMNS.map(([, read]) => read(member)))),
  ];
  // A byte order mark, by which spreadsheets know that it is UTF-8.
  return new Response(`\uFEFF${lines.join("")}`, { headers: csvHeaders(`cohort-${lagosDay(now)}.csv`) });
}
