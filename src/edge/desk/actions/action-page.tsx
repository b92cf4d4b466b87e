/** @jsxImportSource hono/jsx */
/** The form of an action, and the page that asks whether it is right. */
import type { Child } from "hono/jsx";
import {
  ConfirmForm,
  Fields,
  HiddenFields,
  type Problems,
  ProblemWarning,
  Submit,
  TypedFormEnd,
  tokenOf,
} from "~/edge/desk/desk-form.tsx";
import { deskPage } from "~/edge/desk/desk-page.tsx";
import { Warning } from "~/edge/desk/desk-parts.tsx";
import { type DeskRequest, posted } from "~/edge/desk/desk-request.ts";
import { type DeskEnrolment, learnerName } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { AnyAction } from "./action.ts";
import { seenText } from "./seen.ts";

const SINCE_THEN = "Nothing was done. Since this form was opened:";
const SEND_AGAIN = "What you typed is below. Send it again if it still fits.";

/** An action, and the enrolment that it is about. */
export interface ChosenAction {
  readonly subject: DeskEnrolment;
  readonly action: AnyAction;
}

interface Refusal {
  readonly problems?: Problems;
  /** The changes by others since the form was opened, in sentences. */
  readonly changes?: readonly string[];
}

/** Returns the page with an action's form. A form that was refused keeps what was typed. */
export async function formPage(
  request: DeskRequest,
  { subject, action }: ChosenAction,
  { problems = {}, changes = [] }: Refusal,
): Promise<Response> {
  const fields = await action.fields(subject, request);
  const label = action.undo ? action.title : "Go on";
  const back = pathOf(subject);
  const isChanged = changes.length > 0;
  const body = (
    <>
      <Warning title="Changed meanwhile" sentences={isChanged ? [SINCE_THEN, ...changes, SEND_AGAIN] : []} />
      <ProblemWarning problems={problems} />
      <form class="fields" method="post" action={pathOf(subject, action)}>
        <HiddenFields values={await stateOf(request, subject)} />
        <Fields request={request} fields={fields} problems={problems} />
        {fields.length > 0 ? (
          <TypedFormEnd label={label} back={back} />
        ) : (
          <Submit label={label} look="primary">
            <a href={back}>Back</a>
          </Submit>
        )}
      </form>
    </>
  );
  const refusalStatus = isChanged ? 409 : 422;
  return deskPage(request, {
    title: action.title,
    above: <LearnerLink subject={subject} />,
    lead: action.intro?.(subject, request),
    status: request.form ? refusalStatus : 200,
    body,
  });
}

interface Question {
  readonly sentences: readonly string[];
  readonly preview: Child;
}

export async function confirmPage(
  request: DeskRequest,
  { subject, action }: ChosenAction,
  { sentences, preview }: Question,
): Promise<Response> {
  const fields = await action.fields(subject, request);
  const typed = Object.fromEntries(fields.map(({ name }) => [name, posted(request, name)]));
  const body = (
    <>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
      {preview}
      <ConfirmForm
        action={pathOf(subject, action)}
        values={{ ...(await stateOf(request, subject)), ...typed, confirmed: "yes" }}
        yes="Yes, do it"
        back={pathOf(subject)}
      />
    </>
  );
  const above = <LearnerLink subject={subject} />;
  return deskPage(request, { title: `${action.title}: is this right?`, above, body });
}

/** Returns the address of an enrolment's page, or of one of its actions. */
function pathOf({ enrolment: { id } }: DeskEnrolment, action?: AnyAction): string {
  return `/desk/enrolments/${id}${action ? `/${action.name}` : ""}`;
}

function LearnerLink({ subject }: { subject: DeskEnrolment }) {
  return (
    <p>
      <a href={pathOf(subject)}>{learnerName(subject.enrolment)}</a>
    </p>
  );
}

/** Returns the form's token, and a snapshot of the enrolment when the form was opened. */
async function stateOf(request: DeskRequest, subject: DeskEnrolment) {
  return { token: tokenOf(request), seen: await seenText(subject) };
}
