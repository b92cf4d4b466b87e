import { deskPage } from "./desk-page.ts";
import type { DeskRequest } from "./desk-request.ts";
import { html } from "./html.ts";
import { actsBefore } from "./trail.ts";
import { lagosTimeText } from "./words.ts";

const A_PAGE = 50;

/** What all members of staff did, the latest first: GET. @throws when the database fails */
export async function showTrail(request: DeskRequest): Promise<Response> {
  const before = /^\d{1,15}$/.exec(request.url.searchParams.get("before") ?? "")?.[0];
  const acts = await actsBefore(request.context.db, Number(before ?? Number.MAX_SAFE_INTEGER), A_PAGE + 1);
  const shown = acts.slice(0, A_PAGE);
  const body = html`<h1>Trail</h1><p class="lead">What staff did, the latest first.</p>
${shown.length === 0 ? html`<p>Nothing yet.</p>` : ""}
<ol class="timeline">${shown.map(
    ({ doneAt, doneBy, summary, enrolmentId, undoneAt, undoneBy }) =>
      html`<li><span class="quiet">${lagosTimeText(doneAt)}, ${doneBy}</span><br>${summary}${
        enrolmentId ? html`, <a href="/desk/enrolments/${enrolmentId}">${enrolmentId}</a>` : ""
      }${undoneAt ? html`<br>Undone on ${lagosTimeText(undoneAt)} by ${undoneBy}` : ""}</li>`,
  )}</ol>
${acts.length > A_PAGE ? html`<p><a class="btn btn-outline" href="/desk/trail?before=${shown.at(-1)?.id}">Earlier</a></p>` : ""}`;
  return deskPage(request, { title: "Trail", body });
}
