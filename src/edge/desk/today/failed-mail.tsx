/** @jsxImportSource hono/jsx */
import { enqueueMail, findFailedMail, removingFailedMail, tryingAgain } from "~/edge/mail/mail-store.ts";
import { deskPage, messagePage } from "../desk-page.tsx";
import { ButtonForm, Facts, lagosTimeText } from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";
import { noteInTrail } from "../trail.tsx";

export async function showFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const mail = await findFailedMail(request.context.db, Number(id));
  if (!mail) return goneMailPage(request);
  const title = "An email that wasn't delivered";
  const path = `/desk/mails/${id}`;
  const body = (
    <>
      <h1>{title}</h1>
      <Facts
        facts={[
          ["Subject", mail.subject],
          ["To", mail.to],
          ["Written", lagosTimeText(mail.createdAt)],
          ["Given up", `${lagosTimeText(mail.failedAt)}, after ${mail.attempts} attempts`],
          ["Why", mail.reason],
        ]}
      />
      <p>
        Where the address is wrong, correct the learner's details, and send the link or the receipt again from
        there.{" "}
        {mail.hasText
          ? "A mail that is tried again goes to the address above, for a day."
          : "The text of this mail is deleted by now, since it may have a link: send a new one from the enrolment."}
      </p>
      <div class="buttons">
        {mail.hasText === 1 && (
          <ButtonForm action={path} values={[["choice", "again"]]} label="Try again" look="primary" />
        )}
        <ButtonForm action={path} values={[["choice", "leave"]]} label="Leave it" />
        <a href="/desk">Today</a>
      </div>
    </>
  );
  return deskPage(request, { title, body });
}

/** Retries it for a day, or takes it off Today: POST `{ choice }`. One that was dealt with meanwhile stays as it is. */
export async function resolveFailedMail(request: DeskRequest, id: string): Promise<Response> {
  const { db, jobs, now } = request.context;
  const mail = await findFailedMail(db, Number(id));
  const isAgain = posted(request, "choice") === "again";
  if (!mail || (isAgain && !mail.hasText)) return goneMailPage(request);
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

function goneMailPage(request: DeskRequest): Promise<Response> {
  const text = "Someone has already dealt with this email, or its learner was erased.";
  return messagePage(request, { title: "Not waiting", text, status: 404 });
}
