/** @jsxImportSource hono/jsx */
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { type Database, insertInto, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import { deskPage } from "./desk-page.tsx";
import { ButtonLink, lagosTimeText, Timeline } from "./desk-parts.tsx";
import type { DeskRequest } from "./desk-request.ts";

export interface DeskAction {
  readonly id: number;
  readonly doneAt: string;
  readonly doneBy: string;
  /** The action's name in addresses: "note". */
  readonly action: string;
  readonly enrolmentId: string | null;
  /** The reference of a payment, or the number of a mail; empty where it is about neither. */
  readonly subject: string;
  /** The action in words, without personal data. */
  readonly summary: string;
  /** A note, or the earlier state; empty without one, and once the person is erased. */
  readonly detail: string;
  /** The earlier agreement as JSON without personal data; empty if it did not change. */
  readonly restores: string;
  readonly undoneAt: string | null;
  readonly undoneBy: string | null;
}

export interface NewAction extends Pick<DeskAction, "action" | "summary"> {
  /** The token of the form. An action without a token may be repeated. */
  readonly token?: string;
  readonly enrolmentId?: string | null;
  readonly subject?: string | undefined;
  readonly detail?: string | undefined;
  readonly restores?: string | undefined;
}

const COLUMNS = sql`id, done_at AS doneAt, done_by AS doneBy, action, enrolment_id AS enrolmentId, subject, summary, detail,
  restores, undone_at AS undoneAt, undone_by AS undoneBy`;

/** Returns the statement that adds an action. It aborts its batch if the same form has added it. */
export function addingAction(
  { user, context: { db, now } }: Pick<DeskRequest, "user" | "context">,
  {
    token = newKey(),
    action,
    summary,
    enrolmentId = null,
    subject = "",
    detail = "",
    restores = "",
  }: NewAction,
): Statement {
  return insertInto(db, "desk_actions", {
    token,
    done_at: now,
    done_by: user.email,
    action,
    enrolment_id: enrolmentId,
    subject,
    summary,
    detail,
    restores,
  });
}

/** Adds an action that changes no enrolment and may be repeated. */
export async function noteInTrail(
  request: Pick<DeskRequest, "user" | "context">,
  action: Omit<NewAction, "token">,
): Promise<void> {
  await addingAction(request, action).run();
}

/** Returns the statement that notes an undo. It has no effect if the undo is noted already. */
export function undoingAction(db: Database, id: number, by: string, now: Date): Statement {
  return statement(db)`UPDATE desk_actions SET undone_at = ${now}, undone_by = ${by}
    WHERE id = ${id} AND undone_at IS NULL`;
}

export async function actionOfToken(db: Database, token: string): Promise<DeskAction | null> {
  return statement(db)`SELECT ${COLUMNS} FROM desk_actions WHERE token = ${token}`.first<DeskAction>();
}

export async function actionsOf(db: Database, enrolmentId: string): Promise<DeskAction[]> {
  return rowsOf<DeskAction>(db)`SELECT ${COLUMNS} FROM desk_actions WHERE enrolment_id = ${enrolmentId}
    ORDER BY id`;
}

async function actionsBefore(db: Database, id: number, limit: number): Promise<DeskAction[]> {
  return rowsOf<DeskAction>(db)`SELECT ${COLUMNS} FROM desk_actions WHERE id < ${id}
    ORDER BY id DESC LIMIT ${limit}`;
}

const A_PAGE = 50;

export async function showTrail(request: DeskRequest): Promise<Response> {
  const cursor = /^\d{1,15}$/.exec(request.url.searchParams.get("before") ?? "")?.[0];
  const actions = await actionsBefore(
    request.context.db,
    Number(cursor ?? Number.MAX_SAFE_INTEGER),
    A_PAGE + 1,
  );
  const visibleActions = actions.slice(0, A_PAGE);
  const body = (
    <>
      <h1>Trail</h1>
      <p class="lead">What staff did, the latest first.</p>
      {visibleActions.length === 0 && <p>Nothing yet.</p>}
      <Timeline
        entries={visibleActions.map((action) => [
          `${lagosTimeText(action.doneAt)}, ${action.doneBy}`,
          <TrailLine line={action} />,
        ])}
      />
      {actions.length > A_PAGE && (
        <p>
          <ButtonLink href={`/desk/trail?before=${visibleActions.at(-1)?.id}`}>Earlier</ButtonLink>
        </p>
      )}
    </>
  );
  return deskPage(request, { title: "Trail", body });
}

/** An action with its details, which is the only place to read a message to a cohort. */
function TrailLine({ line }: { line: DeskAction }) {
  const { action, summary, detail, enrolmentId, undoneAt, undoneBy } = line;
  return (
    <>
      {summary}
      {enrolmentId && (
        <>
          , <a href={`/desk/enrolments/${enrolmentId}`}>{enrolmentId}</a>
        </>
      )}
      {action === "write" && <p class="note-text">{detail}</p>}
      {undoneAt && <UndoneLine at={undoneAt} by={undoneBy} />}
    </>
  );
}

export function UndoneLine({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <br />
      Undone on {lagosTimeText(at)} by {by}
    </>
  );
}
