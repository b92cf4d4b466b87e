/** @jsxImportSource hono/jsx */
/** The last message to the learning portal, and the button that sends it again. */
import { isEnrolmentId } from "~/domain/enrolment/enrolment-key.ts";
import { counted } from "~/domain/text.ts";
import { type Database, type Sql, sql, statement } from "~/edge/database.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { findMessage, type PortalState, readContent, sendingAgain } from "~/edge/portal/notify-portal.ts";
import type { Portal } from "~/edge/portal/portal.ts";
import { cohortText } from "../actions/move.ts";
import { cohortIn, noCohortPage } from "../cohorts/move-everyone.tsx";
import { ButtonForm, ConfirmForm } from "../desk-form.tsx";
import { deskPage, messagePage, seeOther } from "../desk-page.tsx";
import { Aside, lagosTimeText, RowName, RowsPart } from "../desk-parts.tsx";
import { type DeskRequest, posted } from "../desk-request.ts";
import { noteInTrail } from "../trail.tsx";

const PATH = "/desk/portal";
const TITLE = "Learning portal";

const NOT_SENT: Readonly<Record<Exclude<Portal["state"], "set">, string>> = {
  "not-set": "No learning portal is set, so nothing is sent: give and end access there by hand.",
  unusable: "The learning portal's settings can't be used, so nothing is sent. Ask your engineer.",
};

function NotifyButton({ id }: { id: string }) {
  const name = `Send again to the learning portal, ${id}`;
  return <ButtonForm action={PATH} values={{ enrolment: id }} label="Send again" aria-label={name} />;
}

/** The section of an enrolment's page. */
export async function PortalPart({ id, request }: { id: string; request: DeskRequest }) {
  const { db, portal } = request.context;
  const message = portal.state === "set" ? await findMessage(db, id) : null;
  if (message) {
    return (
      <RowsPart title={TITLE} heading="h2" rows={[message]}>
        {(row) => (
          <>
            <RowName>{accessText(row)}</RowName>
            <span>{stateText(row)}</span>
            <NotifyButton id={id} />
          </>
        )}
      </RowsPart>
    );
  }
  return (
    <>
      <h2>{TITLE}</h2>
      <p>{portal.state === "set" ? "Not notified yet." : NOT_SENT[portal.state]}</p>
    </>
  );
}

function accessText(message: PortalState): string {
  const { access, reason } = readContent(message);
  return reason ? `${access}: ${reason}` : access;
}

function stateText({ status, attempts, changedAt, deliveredAt, lastError }: PortalState) {
  if (status === "delivered") return `Notified ${lagosTimeText(deliveredAt ?? changedAt)}`;
  const isNew = status === "queued" && attempts === 0;
  const again = status === "queued" ? ", and will be tried again" : "";
  return (
    <>
      {isNew ? "On its way" : `Not notified after ${counted(attempts, "attempt")}${again}: ${lastError}`}
      {deliveredAt && <Aside>It last answered {lagosTimeText(deliveredAt)}</Aside>}
    </>
  );
}

/** The section of Today with messages that are not tried again. */
export function FailedMessages({ messages, isStaff }: { messages: PortalState[]; isStaff: boolean }) {
  return (
    <RowsPart title="Learning portal not notified" rows={messages}>
      {(message) => (
        <>
          <RowName href={`/desk/enrolments/${message.enrolmentId}`}>{message.enrolmentId}</RowName>
          <span>
            {accessText(message)}
            <Aside>{stateText(message)}</Aside>
          </span>
          {isStaff && <NotifyButton id={message.enrolmentId} />}
        </>
      )}
    </RowsPart>
  );
}

/** Returns the condition on `portal_messages` about learners of a cohort. */
const isOfCohort = (cohort: string) =>
  sql`enrolment_id IN (SELECT id FROM enrolments WHERE cohort = ${cohort})`;

/** Asks whether to notify the portal of this many learners again: GET `?cohort=`. */
export async function askToNotifyAgain(request: DeskRequest): Promise<Response> {
  const { db, portal, prices } = request.context;
  const cohort = cohortIn(request);
  if (cohort === null) return noCohortPage(request);
  const count = await countMessages(db, cohort);
  if (portal.state !== "set" || count === 0) {
    const text =
      portal.state === "set" ? "The portal was notified of nobody here yet." : NOT_SENT[portal.state];
    return messagePage(request, { title: "Nothing to send", text, status: 200, back: "/desk/cohorts" });
  }
  const body = (
    <>
      <p>
        The learning portal is notified of the access of {counted(count, "learner")} of{" "}
        {cohortText(prices, cohort)} as it is now, whatever it answered before. Learners notice nothing.
      </p>
      <ConfirmForm action={PATH} values={{ cohort }} yes="Yes, send them" back="/desk/cohorts" />
    </>
  );
  return deskPage(request, { title: "Send all again: is this right?", body });
}

/** Notifies the portal again: POST `{ enrolment }` or `{ cohort }`. Repeating it notifies again. */
export async function notifyAgain(request: DeskRequest): Promise<Response> {
  const [id, cohort] = [posted(request, "enrolment"), posted(request, "cohort")];
  if (isEnrolmentId(id)) {
    await sendAgain(request, sql`enrolment_id = ${id}`, `the access of ${id}`);
    return seeOther(`/desk/enrolments/${id}`);
  }
  if (cohort === "") return noCohortPage(request);
  const name = cohortText(request.context.prices, cohort);
  const count = await sendAgain(request, isOfCohort(cohort), `the access of ${name}`);
  const text = `${counted(count, "message")} on the way. What isn't answered for three days comes to Today.`;
  return messagePage(request, { title: "Sent again", text, status: 200, back: "/desk/cohorts" });
}

/** The most messages that one request enqueues. A sweep enqueues the others. */
const MAX_AT_ONCE = 100;

/** Enqueues the messages that meet a condition on `portal_messages`, and returns their number. */
async function sendAgain(request: DeskRequest, condition: Sql, content: string): Promise<number> {
  const { db, jobs, now } = request.context;
  const { results } = await sendingAgain(db, condition, now).all<{ id: string }>();
  const summary = `Notified the learning portal of ${content} again`;
  await noteInTrail(request, { action: "portal", summary });
  for (const { id } of results.slice(0, MAX_AT_ONCE)) await enqueueJob(jobs, { type: "portal", id });
  return results.length;
}

async function countMessages(db: Database, cohort: string): Promise<number> {
  const row = await statement(db)`SELECT COUNT(*) AS count FROM portal_messages
    WHERE ${isOfCohort(cohort)}`.first<{ count: number }>();
  return row?.count ?? 0;
}
