import { enqueueMail } from "~/edge/mail/enqueue-mail.ts";
import { tryingAgain } from "~/edge/mail/mail-store.ts";
import { deskPage, lagosTimeText, messagePage } from "../desk-page.ts";
import { type DeskRequest, posted } from "../desk-request.ts";
import { hidden } from "../form-fields.ts";
import { html } from "../html.ts";
import { noteInTrail } from "../trail.ts";

/** A mail that could not be delivered, without its text. */
interface FailedMail {
  readonly to: string;
  readonly subject: string;
  readonly reason: string;
  readonly attempts: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly failedAt: string;
  /** 0: its text, which had a link, is deleted by now. */
  readonly hasText: number;
}

/** What can be done about such a mail: GET. @throws when the database fails */
export async function showFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const mail = await findFailed(request, id);
  if (!mail) return gonePage(request);
  const act = (name: string, label: string, look: string) =>
    html`<form method="post" action="/desk/mails/${id}">${hidden("act", name)}<button class="btn ${look}" type="submit">${label}</button></form>`;
  const body = html`<h1>A mail that could not be delivered</h1>
<dl class="facts"><dt>Subject</dt><dd>${mail.subject}</dd><dt>To</dt><dd>${mail.to}</dd><dt>Written</dt><dd>${lagosTimeText(mail.createdAt)}</dd>
<dt>Given up</dt><dd>${lagosTimeText(mail.failedAt)}, after ${mail.attempts} attempts</dd><dt>Why</dt><dd>${mail.reason}</dd></dl>
<p>Where the address is wrong, correct the learner's details, and send the link or the receipt again from there. ${
    mail.hasText
      ? "A mail that is tried again goes to the address above, for a day."
      : "The text of this mail is deleted by now, since it may have a link: send a new one from the enrolment."
  }</p>
<div class="buttons">${mail.hasText ? act("again", "Try again", "btn-primary") : ""}${act("leave", "Leave it", "btn-outline")}<a href="/desk">Today</a></div>`;
  return deskPage(request, { title: "A mail that could not be delivered", body });
}

/**
 * Retries it for a day, or takes it off Today: POST `{ act }`, `again` or `leave`. A mail that was dealt with meanwhile
 * stays as it is.
 * @throws when the database fails
 */
export async function resolveFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const { db, jobs, now } = request.context;
  const mail = await findFailed(request, id);
  const isAgain = posted(request, "act") === "again";
  if (!mail || (isAgain && !mail.hasText)) return gonePage(request);
  await db.batch(
    isAgain
      ? tryingAgain(db, Number(id), now)
      : [db.prepare("DELETE FROM failed_mails WHERE mail_id = ?").bind(Number(id))],
  );
  // A busy queue must not look like a failure: the next sweep sends it.
  if (isAgain) await enqueueMail(jobs, Number(id));
  const summary = isAgain
    ? "Had a mail tried again that could not be delivered"
    : "Left a mail that could not be delivered";
  await noteInTrail(request, { act: "send", subject: id, summary });
  const text = isAgain
    ? "It is on its way again. If it cannot be delivered within a day, it comes back to Today."
    : "It is off Today's list. Among the learner's mails it stays as one that could not be delivered.";
  return messagePage(request, { title: isAgain ? "Tried again" : "Left", text, status: 200 });
}

function gonePage(request: DeskRequest): Promise<Response> {
  const text = "This mail waits no more: somebody has dealt with it, or its learner was forgotten.";
  return messagePage(request, { title: "Not waiting", text, status: 404 });
}

async function findFailed({ context: { db } }: DeskRequest, id: string): Promise<FailedMail | null> {
  return db
    .prepare(
      `SELECT to_address AS "to", subject, reason, failed_mails.attempts, created_at AS createdAt, failed_at AS failedAt,
         message <> '' AS hasText
       FROM failed_mails JOIN mails ON mails.id = mail_id WHERE mail_id = ?`,
    )
    .bind(Number(id))
    .first<FailedMail>();
}
