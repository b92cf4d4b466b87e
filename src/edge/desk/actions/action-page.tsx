/** @jsxImportSource hono/jsx */
/** The form of an action, and the page that asks whether it is right. */
import type { Child } from "hono/jsx";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { deskPage } from "~/edge/desk/desk-page.tsx";
import { Field, Hidden, Submit } from "~/edge/desk/desk-parts.tsx";
import { type DeskRequest, posted } from "~/edge/desk/desk-request.ts";
import { type DeskEnrolment, learnerName } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { AnyAction, Problems } from "./action.ts";
import { seenText } from "./seen.ts";

/**
 * The advice if no script checks the session before a form is sent. Another tab keeps what was typed, while
 * browsers do not restore personal fields on Back.
 */
export const IN_ANOTHER_TAB = `The next page opens in another tab, and this one stays as it is. \
Should your session have ended, sign in there, then send this again.`;

const SINCE_THEN = "Nothing was done. Since this form was opened:";
const SEND_AGAIN = "What you typed is below. Send it again if it still fits.";

export interface Found {
  readonly subject: DeskEnrolment;
  readonly action: AnyAction;
}

interface Shown {
  readonly problems?: Problems;
  readonly changes?: readonly string[];
  readonly notice?: readonly string[];
}

export async function formPage(
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

export async function confirmPage(
  request: DeskRequest,
  { subject, action }: Found,
  { sentences, preview }: { readonly sentences: readonly string[]; readonly preview: Child },
): Promise<Response> {
  const fields = await action.fields(subject, request);
  const title = `${action.title}: is this right?`;
  const body = (
    <>
      <ActionHead subject={subject} title={title} />
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
      {preview}
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

/** Returns the address of an enrolment's page, or of one of its actions. */
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

/** The pattern of a form's token. A form that is sent twice with the same token is applied once. */
export const FORM_TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** The hidden token of a form. A form that is shown again keeps its token. */
export function FormToken({ request }: { request: Pick<DeskRequest, "form"> }) {
  const token = posted(request, "token");
  return <Hidden name="token" value={FORM_TOKEN.test(token) ? token : newKey()} />;
}

/** The hidden fields of a form: its token, and a snapshot of the enrolment when the form was opened. */
async function Carried({ request, subject }: { request: DeskRequest; subject: DeskEnrolment }) {
  return (
    <>
      <FormToken request={request} />
      <Hidden name="seen" value={await seenText(subject)} />
    </>
  );
}

export function Warning({ title, sentences }: { title: string; sentences: readonly string[] }) {
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
