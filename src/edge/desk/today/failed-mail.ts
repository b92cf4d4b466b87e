import { enqueueMail, findFailedMail, removingFailedMail, tryingAgain } from "~/edge/mail/mail-store.ts";
import { deskPage, lagosTimeText, messagePage } from "../desk-page.ts";
import { type DeskRequest, posted } from "../desk-request.ts";
import { hidden } from "../form-fields.ts";
import { html } from "../html.ts";
import { noteInTrail } from "../trail.ts";

/** What can be done about such a mail: GET. @throws when the database fails */
export async function showFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const mail = await findFailedMail(request.context.db, Number(id));
  if (!mail) return gonePage(request);
  const choiceForm = (name: string, label: string, look: string) =>
    html`<form method="post" action="/desk/mails/${id}">${hidden("choice", name)}<button class="btn ${look}" type="submit">${label}</button></form>`;
  const body = html`<h1>An email that wasn't delivered</h1>
<dl class="facts"><dt>Subject</dt><dd>${mail.subject}</dd><dt>To</dt><dd>${mail.to}</dd><dt>Written</dt><dd>${lagosTimeText(mail.createdAt)}</dd>
<dt>Given up</dt><dd>${lagosTimeText(mail.failedAt)}, after ${mail.attempts} attempts</dd><dt>Why</dt><dd>${mail.reason}</dd></dl>
<p>Where the address is wrong, correct the learner's details, and send the link or the receipt again from there. ${
    mail.hasText
      ? "A mail that is tried again goes to the address above, for a day."
      : "The text of this mail is deleted by now, since it may have a link: send a new one from the enrolment."
  }</p>
<div class="buttons">${mail.hasText ? choiceForm("again", "Try again", "btn-primary") : ""}${choiceForm("leave", "Leave it", "btn-outline")}<a href="/desk">Today</a></div>`;
  return deskPage(request, { title: "An email that wasn't delivered", body });
}

/**
 * Retries it for a day, or takes it off Today: POST `{ choice }`, `again` or `leave`. A mail that was dealt with meanwhile
 * stays as it is.
 * @throws when the database fails
 */
export async function resolveFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const { db, jobs, now } = request.context;
  const mail = await findFailedMail(db, Number(id));
  const isAgain = posted(request, "choice") === "again";
  if (!mail || (isAgain && !mail.hasText)) return gonePage(request);
  await db.batch(isAgain ? tryingAgain(db, Number(id), now) : [removingFailedMail(db, Number(id))]);
  // A busy queue must not look like a failure: the next sweep sends it.
  if (isAgain) await enqueueMail(jobs, Number(id));
  const summary = isAgain ? "Retried an undelivered email" : "Left an undelivered email";
  await noteInTrail(request, { action: "send", subject: id, summary });
  const text = isAgain
    ? "It's on its way again. If it isn't delivered within a day, it comes back to Today."
    : "It's off Today's list. The learner's page still shows it as not delivered.";
  return messagePage(request, { title: isAgain ? "Tried again" : "Left", text, status: 200 });
}

function gonePage(request: DeskRequest): Promise<Response> {
  const text = "Someone has already dealt with this email, or its learner was erased.";
  return messagePage(request, { title: "Not waiting", text, status: 404 });
}
