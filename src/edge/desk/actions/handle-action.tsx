/** @jsxImportSource hono/jsx */
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { deskPage, messagePage, notAllowedPage, seeOther } from "~/edge/desk/desk-page.tsx";
import { Field, Hidden, Submit } from "~/edge/desk/desk-parts.tsx";
import { type DeskRequest, mayAs, posted } from "~/edge/desk/desk-request.ts";
import { type DeskEnrolment, learnerName, readDeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { actionOfToken, addingAction, undoingAction } from "~/edge/desk/trail.tsx";
import { unlessWritten } from "~/edge/enrolments/enrolment-store.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import type { ActionEffect, AnyAction, Problems } from "./action.ts";
import { ACTIONS } from "./actions.ts";
import { changesSince, seenText } from "./seen.ts";

const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/**
 * How typed input survives a session that expires, where no script checks it before a form is sent. On Back, Firefox fills
 * in nothing on a page that no cache stores, and no browser fills in personal fields.
 */
const IN_ANOTHER_TAB =
  "The next page opens in another tab, and this one stays as it is. Should your session have ended, sign in there, then send this again.";

const SINCE_THEN = "Nothing was done. Since this form was opened:";
const SEND_AGAIN = "What you typed is below. Send it again if it still fits.";

function findAction(name: string): AnyAction | undefined {
  return ACTIONS.find((action) => action.name === name);
}

export async function showAction(request: DeskRequest, id: string, name: string): Promise<Response> {
  const finding = await findSubjectAndAction(request, id, name);
  return finding.ok ? formPage(request, finding, {}) : finding.refusal;
}

/**
 * Does an action, once for its form: POST. 200 to confirm · 303 done · 403 · 404 · 409 others have changed it meanwhile, who and
 * what · 410 the person was erased · 422. Whatever is not done comes back with everything that was typed.
 */
export async function doAction(request: DeskRequest, id: string, name: string): Promise<Response> {
  const finding = await findSubjectAndAction(request, id, name);
  if (!finding.ok) return finding.refusal;
  const { subject, action } = finding;
  const { db, now } = request.context;
  const token = posted(request, "token");
  if (!TOKEN.test(token)) {
    return formPage(request, finding, {
      notice: ["This form is from another page. Check it and send it again."],
    });
  }
  const before = await actionOfToken(db, token);
  if (before) return seeOther(donePath(id, before.id));
  const changes = action.isAddition ? [] : await changesSince(subject, posted(request, "seen"));
  if (changes.length > 0) return formPage(request, finding, { changes });
  const question = action.ask((field) => posted(request, field), subject, request);
  if ("problems" in question) return formPage(request, finding, { problems: question.problems });
  const confirmation = await question.confirmation();
  if (confirmation && posted(request, "confirmed") !== "yes")
    return confirmPage(request, finding, confirmation);
  const effect = await question.prepare(token);
  const line = {
    token,
    doneBy: request.user.email,
    action: action.name,
    enrolmentId: id,
    subject: effect.subject ?? "",
    summary: effect.summary,
    detail: effect.detail ?? "",
  };
  try {
    await db.batch([addingAction(db, line, now), unlessWritten(db, subject.enrolment), ...effect.statements]);
  } catch (error) {
    const same = await actionOfToken(db, token);
    if (same) return seeOther(donePath(id, same.id));
    const latest = await readDeskEnrolment(request.context, id);
    if (!latest || latest.enrolment.version === subject.enrolment.version) throw error;
    const since = await changesSince(latest, await seenText(subject));
    const notice = since.length > 0 ? since : ["Something else was recorded at the same moment."];
    return formPage(request, { ...finding, subject: latest }, { changes: notice });
  }
  log("desk-action", { action: action.name, id });
  await follow(effect, id);
  const done = await actionOfToken(db, token);
  return seeOther(donePath(id, done?.id ?? 0));
}

/** Takes an action back: POST `{ line }`, the number of its line in the trail. */
export async function undoAction(request: DeskRequest, id: string): Promise<Response> {
  const { context, user } = request;
  const subject = await readDeskEnrolment(context, id);
  const line = subject?.actions.find((entry) => String(entry.id) === posted(request, "line"));
  const action = line && findAction(line.action);
  if (!subject || !line || !action?.undo) {
    return messagePage(request, {
      title: "Not undone",
      text: "There's nothing to undo.",
      status: 404,
    });
  }
  if (!mayAs(user, action.role)) return notAllowedPage(request, action.role, action.title);
  if (line.undoneAt === null) {
    const effect = await action.undo(line, subject, request);
    if ("refusal" in effect) {
      const back = `/desk/enrolments/${id}`;
      return messagePage(request, { title: "Not undone", text: effect.refusal, status: 409, back });
    }
    const { db, now } = context;
    await db.batch([
      undoingAction(db, line.id, user.email, now),
      unlessWritten(db, subject.enrolment),
      ...effect.statements,
    ]);
    log("desk-action-undone", { action: action.name, id });
    await follow(effect, id);
  }
  return seeOther(`/desk/enrolments/${id}?undone=${line.id}`);
}

/** A failure of what follows from an action must not lose the answer: sweeps do what is left of it. */
async function follow({ after }: ActionEffect, id: string): Promise<void> {
  try {
    await after?.();
  } catch (error) {
    logError("desk-action-not-followed", { id, reason: reasonOf(error) });
  }
}

function donePath(id: string, line: number): string {
  return `/desk/enrolments/${id}?done=${line}`;
}

interface Found {
  readonly subject: DeskEnrolment;
  readonly action: AnyAction;
}

type Finding = ({ readonly ok: true } & Found) | { readonly ok: false; readonly refusal: Response };

async function findSubjectAndAction(request: DeskRequest, id: string, name: string): Promise<Finding> {
  const refuse = async (status: number, text: string, back: string): Promise<Finding> => ({
    ok: false,
    refusal: await messagePage(request, { title: "Not done", text, status, back }),
  });
  const action = findAction(name);
  const subject = await readDeskEnrolment(request.context, id);
  const page = `/desk/enrolments/${id}`;
  if (!subject) return refuse(404, "There is no such enrolment, or it has gone since.", "/desk/enrolments");
  if (!action) return refuse(404, "The desk has no such action.", page);
  if (!mayAs(request.user, action.role))
    return { ok: false, refusal: await notAllowedPage(request, action.role, action.title) };
  if (subject.enrolment.erasedAt && !action.isOfBooks) {
    return refuse(
      410,
      "This person’s data was erased, so that nothing about them can be changed any more.",
      page,
    );
  }
  const refusal = action.refusal?.(subject);
  if (refusal && !(await actionOfToken(request.context.db, posted(request, "token"))))
    return refuse(409, refusal, page);
  return { ok: true, subject, action };
}

interface Shown {
  readonly problems?: Problems;
  readonly changes?: readonly string[];
  readonly notice?: readonly string[];
}

async function formPage(
  request: DeskRequest,
  { subject, action }: Found,
  { problems = {}, changes = [], notice = [] }: Shown,
): Promise<Response> {
  const isAgain = request.form !== null;
  const fields = (await action.fields(subject, request)).map((field) =>
    isAgain ? { ...field, value: posted(request, field.name) } : field,
  );
  let status = isAgain ? 422 : 200;
  if (changes.length > 0) status = 409;
  const intro = action.intro?.(subject, request);
  const isWrong = isAgain && Object.keys(problems).length > 0;
  const isTyped = fields.length > 0;
  const body = (
    <>
      <ActionHead subject={subject} title={action.title} />
      {intro && <p class="lead">{intro}</p>}
      <Warning
        title="Changed meanwhile"
        sentences={changes.length > 0 ? [SINCE_THEN, ...changes, SEND_AGAIN] : []}
      />
      <Warning title="Not done" sentences={notice} />
      <Warning title="Not done yet" sentences={isWrong ? [problems[""] ?? "Check the fields below."] : []} />
      <form class="fields action" method="post" action={pathOf(subject, action)}>
        <Carried request={request} subject={subject} />
        {fields.map((field) => (
          <Field {...field} problem={problems[field.name]} />
        ))}
        {isTyped && (
          <noscript>
            <p class="quiet">{IN_ANOTHER_TAB}</p>
          </noscript>
        )}
        <Submit
          label={action.undo ? action.title : "Go on"}
          look="primary"
          formtarget={isTyped ? "_blank" : undefined}
        >
          <a href={pathOf(subject)}>Back</a>
        </Submit>
      </form>
    </>
  );
  return deskPage(request, { title: action.title, status, body });
}

async function confirmPage(
  request: DeskRequest,
  { subject, action }: Found,
  sentences: readonly string[],
): Promise<Response> {
  const fields = await action.fields(subject, request);
  const title = `${action.title}: is this right?`;
  const body = (
    <>
      <ActionHead subject={subject} title={title} />
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
      <form class="action" method="post" action={pathOf(subject, action)}>
        <Carried request={request} subject={subject} />
        {fields.map(({ name }) => (
          <Hidden name={name} value={posted(request, name)} />
        ))}
        <Hidden name="confirmed" value="yes" />
        <Submit label="Yes, do it" look="primary">
          <a href={pathOf(subject)}>No, back</a>
        </Submit>
      </form>
    </>
  );
  return deskPage(request, { title, body });
}

/** The address of an enrolment's page, or of one of its actions. */
function pathOf({ enrolment: { id } }: DeskEnrolment, action?: AnyAction): string {
  return `/desk/enrolments/${id}${action ? `/${action.name}` : ""}`;
}

function ActionHead({ subject, title }: { subject: DeskEnrolment; title: string }) {
  return (
    <>
      <p>
        <a href={pathOf(subject)}>{learnerName(subject.enrolment)}</a>
      </p>
      <h1>{title}</h1>
    </>
  );
}

/** A form's token, and what was seen when it was opened. The same form keeps its token. */
async function Carried({ request, subject }: { request: DeskRequest; subject: DeskEnrolment }) {
  const token = posted(request, "token");
  return (
    <>
      <Hidden name="token" value={TOKEN.test(token) ? token : newKey()} />
      <Hidden name="seen" value={await seenText(subject)} />
    </>
  );
}

function Warning({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div class="notice notice-wrong" role="alert">
      <h2>{title}</h2>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
    </div>
  );
}
