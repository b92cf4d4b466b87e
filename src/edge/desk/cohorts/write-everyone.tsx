/** @jsxImportSource hono/jsx */
/** Writes to all learners of a cohort, or to those who owe. The message can be stopped for ten minutes. */
import { renderMail } from "~/domain/mail/render-mail.ts";
import { counted } from "~/domain/text.ts";
import { findEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import {
  addingMessage,
  type CohortText,
  findRecipients,
  type Recipients,
  settingWaiting,
  WAIT_MINUTES,
  waitingMessages,
} from "~/edge/enrolments/mails/cohort-messages.ts";
import { enrolledIn } from "~/edge/enrolments/mails/enrolment-mails.ts";
import { cohortText } from "../actions/move.ts";
import {
  Button,
  ButtonForm,
  Fields,
  FORM_TOKEN,
  HiddenFields,
  lengthProblem,
  problemsOf,
  Submit,
  selectField,
  TypedFormEnd,
  textField,
  tokenOf,
} from "../desk-form.tsx";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import { Aside, lagosTimeText, RowName, RowsPart } from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";
import { NO_COHORT } from "../list/selection.ts";
import { actionOfToken, addingAction } from "../trail.tsx";
import { cohortIn, noCohortPage } from "./move-everyone.tsx";

const PATH = "/desk/cohorts/write";

/** The lines that mark a heading in a mail's plain text. */
const UNDERLINES = /\n[=-]{3,}$/gm;

/** Describes the audience: "12 learners of Cohort 9 who still owe something". */
function audienceText({ context }: DeskRequest, { cohort, isToOwing }: CohortText, learners: number): string {
  const where = cohort === "" ? "without a cohort" : `of ${cohortText(context.prices, cohort)}`;
  return `${counted(learners, "learner")} ${where}${isToOwing ? " who still owe something" : ""}`;
}

/**
 * Shows the form, then the mail with the number of its readers, and sends it: GET `?cohort=`, POST `{ cohort,
 * to, message, confirmed }`. `confirmed` is the number that the user has read. If it has changed, the page
 * asks again.
 */
export async function writeToEveryone(request: DeskRequest): Promise<Response> {
  const cohort = cohortIn(request);
  if (cohort === null) return noCohortPage(request);
  const { db, now } = request.context;
  const message = posted(request, "message").replaceAll("\r\n", "\n");
  const text = { cohort, isToOwing: posted(request, "to") === "owing", message };
  const token = posted(request, "token");
  if (!request.form || !FORM_TOKEN.test(token)) return formPage(request, text);
  if (posted(request, "confirmed") === "change") return formPage(request, text);
  const recipients = await findRecipients(db, text);
  const problem = await problemOf(request, text, recipients);
  // The token is looked up last, so that the later of two presses finds the message of the earlier one.
  if (await actionOfToken(db, token)) return seeOther("/desk/cohorts");
  if (problem) return formPage(request, text, problem);
  const { length } = recipients.people;
  if (posted(request, "confirmed") !== String(length)) return previewPage(request, text, recipients);
  const line = {
    token,
    action: "write",
    summary: `Wrote to ${audienceText(request, text, length)}`,
    detail: message,
  };
  try {
    await db.batch([
      addingAction(request, line),
      addingMessage(db, text, recipients, { by: request.user.email, now }),
    ]);
  } catch (error) {
    if (!(await actionOfToken(db, token))) throw error;
  }
  return seeOther("/desk/cohorts");
}

async function problemOf(
  { context: { db } }: DeskRequest,
  { cohort, message }: CohortText,
  { people, repeated }: Recipients,
): Promise<string | null> {
  if (message === "") return "Write the message first.";
  const tooLong = lengthProblem(message, 2000);
  if (tooLong) return tooLong;
  const waiting = await waitingMessages(db);
  if (waiting.some((text) => text.cohort === cohort && text.message === message)) {
    return "The same message is already waiting to be sent. Stop it first, or write another.";
  }
  if (people.length > 0) return null;
  return repeated > 0 ? "Everyone has got the same message before." : "Nobody here has an email address.";
}

async function formPage(
  request: DeskRequest,
  text: CohortText,
  problem: string | null = null,
): Promise<Response> {
  const { db, prices } = request.context;
  const [all, owing] = await Promise.all(
    [false, true].map((isToOwing) => findRecipients(db, { ...text, message: "", isToOwing })),
  );
  const fields = [
    selectField("to", "To", [
      ["all", `Everyone (${all?.people.length})`],
      ["owing", `Who still owes something (${owing?.people.length})`],
    ]),
    textField("message", "Message", {
      kind: "textarea",
      hint: "“Hello” with the first name comes before it, the button to My enrolment after it.",
    }),
  ];
  const body = (
    <>
      <form class="fields" method="post" action={PATH}>
        <HiddenFields values={stateOf(request, text)} />
        <Fields request={request} fields={fields} problems={problemsOf({ message: problem })} />
        <TypedFormEnd label="Preview" back="/desk/cohorts" />
      </form>
      <WaitingMessages request={request} />
    </>
  );
  return deskPage(request, {
    title: `Write to ${text.cohort === "" ? "learners without a cohort" : cohortText(prices, text.cohort)}`,
    lead: "Learners get this even if they unsubscribed from news, so it must not advertise anything: write about their course only.",
    status: problem ? 422 : 200,
    body,
  });
}

async function previewPage(
  request: DeskRequest,
  text: CohortText,
  { people, repeated, withoutAddress }: Recipients,
): Promise<Response> {
  const mail = await firstMail(request, text, people[0]?.id ?? "");
  const notes = [
    repeated > 0 && `${counted(repeated, "learner")} got the same message before, and won't get it again.`,
    withoutAddress > 0 && `${counted(withoutAddress, "enrolment")} without an email address: not reached.`,
  ];
  const body = (
    <>
      <p>
        To {audienceText(request, text, people.length)}, once a person. It leaves {WAIT_MINUTES} minutes after
        you confirm, or a little later; until then anyone of staff can stop it on Cohorts.
      </p>
      {notes.map((note) => note && <p>{note}</p>)}
      <h2>The first of these emails</h2>
      {mail && (
        <div class="notice">
          <p>
            <strong>{mail.subject}</strong>
          </p>
          <p class="note-text">{mail.text.replace(UNDERLINES, "")}</p>
        </div>
      )}
      <form method="post" action={PATH}>
        <HiddenFields
          values={{ ...stateOf(request, text), to: posted(request, "to"), message: text.message }}
        />
        <Submit label="Yes, send it" look="primary" name="confirmed" value={String(people.length)}>
          <Button label="Change it" name="confirmed" value="change" />
          <a href="/desk/cohorts">No, back</a>
        </Submit>
      </form>
    </>
  );
  const title = `Send to ${counted(people.length, "learner")}: is this right?`;
  return deskPage(request, { title, body });
}

async function firstMail({ context }: DeskRequest, { message }: CohortText, id: string) {
  const enrolment = await findEnrolment(context.db, id);
  if (!enrolment) return null;
  return renderMail(context.templates, "cohort-message", {
    ...enrolledIn(context, enrolment),
    message: message.split("\n"),
    // The preview has a link without a key. Each mail gets its own.
    enrolmentLink: new URL("/My-enrolment", context.templates.academy.site),
  });
}

/** Returns the form's token and its cohort. */
function stateOf(request: DeskRequest, { cohort }: CohortText) {
  return { token: tokenOf(request), cohort: cohort || NO_COHORT };
}

/** The messages that can still be stopped, each with its button. */
export async function WaitingMessages({ request }: { request: DeskRequest }) {
  const waiting = await waitingMessages(request.context.db);
  return (
    <RowsPart title="Waiting to be sent" heading="h2" rows={waiting}>
      {(text) => (
        <>
          <span>
            <RowName>To {audienceText(request, text, text.learners)}</RowName>
            <Aside>{`By ${text.writtenBy}, leaves on ${lagosTimeText(text.leavesAt)} or a little later`}</Aside>
          </span>
          <span class="note-text">{text.message}</span>
          <ButtonForm
            action="/desk/cohorts/stop"
            values={{ message: String(text.id) }}
            label="Stop it"
            aria-label={`Stop the message to ${audienceText(request, text, text.learners)}`}
          />
        </>
      )}
    </RowsPart>
  );
}

/** Stops a message that was not sent yet: POST `{ message }`, its number. */
export async function stopMessage(request: DeskRequest): Promise<Response> {
  const { db } = request.context;
  const waiting = await waitingMessages(db);
  const text = waiting.find(({ id }) => String(id) === posted(request, "message"));
  if (!text) {
    const gone = "It has left, or was stopped before: the trail says which.";
    return messagePage(request, { title: "Not stopped", text: gone, status: 409, back: "/desk/cohorts" });
  }
  const summary = `Stopped the message to ${audienceText(request, text, text.learners)}`;
  await db.batch([settingWaiting(db, text.id, false), addingAction(request, { action: "stop", summary })]);
  return seeOther("/desk/cohorts");
}
