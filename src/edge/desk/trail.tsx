/** @jsxImportSource hono/jsx */
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { type Database, insertInto, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import { deskPage } from "./desk-page.tsx";
import { EarlierLink, lagosTimeText, readBefore, Timeline } from "./desk-parts.tsx";
import type { DeskRequest } from "./desk-request.ts";

export interface DeskAction {
  readonly id: number;
  readonly doneAt: string;
  readonly doneBy: string;
  /** The action's name in addresses: "note". */
  readonly action: string;
  readonly enrolmentId: string | null;
  /** The reference of a payment, or the id of a mail, message or voucher; empty if the action is about none. */
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
  { user, context: { db, now } }: DeskRequest,
  { token = newKey(), action, summary, enrolmentId = null, subject, detail, restores }: NewAction,
): Statement {
  return insertInto(db, "desk_actions", {
    token,
    done_at: now,
    done_by: user.email,
    action,
    enrolment_id: enrolmentId,
    subject: subject ?? "",
    summary,
    detail: detail ?? "",
    restores: restores ?? "",
  });
}

/** Stores an action that changes no enrolment and may be repeated. */
export async function noteInTrail(request: DeskRequest, action: NewAction): Promise<void> {
  await addingAction(request, action).run();
}

/** Records who downloaded a list. */
export function noteExport(request: DeskRequest, list: string): Promise<void> {
  return noteInTrail(request, { action: "export", summary: `Downloaded ${list}` });
}

/** Returns the statement that marks an action as undone, unless it is marked already. */
export function undoingAction({ user, context: { db, now } }: DeskRequest, id: number): Statement {
  return statement(db)`UPDATE desk_actions SET undone_at = ${now}, undone_by = ${user.email}
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

const ROWS_PER_PAGE = 50;

export async function showTrail(request: DeskRequest): Promise<Response> {
  const before = readBefore(request.url) ?? Number.MAX_SAFE_INTEGER;
  const actions = await actionsBefore(request.context.db, before, ROWS_PER_PAGE + 1);
  const visibleActions = actions.slice(0, ROWS_PER_PAGE);
  const body = (
    <>
      {visibleActions.length === 0 && <p>Nothing yet.</p>}
      <Timeline
        entries={visibleActions.map((action) => [
          `${lagosTimeText(action.doneAt)}, ${action.doneBy}`,
          <TrailLine line={action} />,
        ])}
      />
      {actions.length > ROWS_PER_PAGE && (
        <EarlierLink path="/desk/trail" before={visibleActions.at(-1)?.id ?? 0} />
      )}
    </>
  );
  return deskPage(request, { title: "Trail", lead: "What staff did, the latest first.", body });
}

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
      {/* No other page shows a message to a cohort. */}
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
