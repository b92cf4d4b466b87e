/** Stores messages of the contact form and requests of learners, which staff answer in the Inbox. */
import { findEmailAddress } from "~/domain/contact/email-address.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { learnerKeys } from "~/domain/enrolment/learner.ts";
import type { LearnerRequestKind, OpenRequest } from "~/domain/enrolment/learner-request.ts";
import {
  type Database,
  insertInto,
  rowsOf,
  type Sql,
  type Statement,
  setExcluded,
  sql,
  statement,
} from "~/edge/database.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/retention.ts";

export interface StoredRequest extends Pick<OpenRequest, "charge" | "day"> {
  readonly id: number;
  readonly kind: LearnerRequestKind | "message";
  /** `null` for a message. */
  readonly enrolmentId: string | null;
  /** The typed text; for a message, its lines with their labels. */
  readonly text: string;
  readonly createdAt: string;
  readonly doneAt: string | null;
}

/** A request with the facts about its person. */
export interface NamedRequest extends StoredRequest {
  /**
   * The enrolment with the request's address, which may be another person's: anyone may type it. `null` if
   * there is none.
   */
  readonly personId: string | null;
  /** That enrolment's learner, as JSON. */
  readonly learner: string | null;
  /** The number of that enrolment's charges. */
  readonly chargeCount: number;
  /** 1 if the charge for which more time was requested is paid. */
  readonly isPaid: number;
}

const COLUMNS = sql`requests.id, kind, requests.enrolment_id AS enrolmentId, charge, day, text,
  requests.created_at AS createdAt, done_at AS doneAt`;

/** Returns the statement that stores a contact message, once for its mail. */
export function storingMessage(db: Database, mailKey: string, text: string, now: Date): Statement {
  const row = {
    kind: "message",
    mail_key: mailKey,
    email_key: learnerKeys({ email: findEmailAddress(text) ?? "", phone: "" }).email,
    text,
    created_at: now,
  };
  return insertInto(db, "requests", row, sql`ON CONFLICT (mail_key) DO NOTHING`);
}

export interface NewRequest extends Pick<OpenRequest, "kind" | "charge" | "day"> {
  readonly enrolmentId: string;
  readonly text: string;
}

/**
 * Returns the statement that stores a learner's request. An open request of the same kind gets the new text.
 */
export function storingRequest(db: Database, request: NewRequest, now: Date): Statement {
  const { kind, enrolmentId, charge, day, text } = request;
  const row = { kind, enrolment_id: enrolmentId, charge, day, text, created_at: now };
  return insertInto(
    db,
    "requests",
    row,
    sql`ON CONFLICT (enrolment_id, kind) WHERE done_at IS NULL DO UPDATE SET
      created_at = CASE WHEN charge IS excluded.charge THEN created_at ELSE excluded.created_at END,
      ${setExcluded(["charge", "day", "text"])}`,
  );
}

/** Returns the statement that marks a request as answered, or as open again. */
export function settingDone(db: Database, id: number, doneAt: Date | null): Statement {
  // A newer open request of the same kind stays the only open one.
  const isRequestedAgain = sql`EXISTS (SELECT 1 FROM requests AS newer
    WHERE newer.enrolment_id = requests.enrolment_id AND newer.kind = requests.kind AND newer.done_at IS NULL)`;
  if (doneAt)
    return statement(db)`UPDATE requests SET done_at = ${doneAt} WHERE id = ${id} AND done_at IS NULL`;
  return statement(db)`UPDATE requests SET done_at = NULL
    WHERE id = ${id} AND done_at IS NOT NULL AND NOT ${isRequestedAgain}`;
}

export async function findRequest(db: Database, id: number): Promise<StoredRequest | null> {
  return statement(db)`SELECT ${COLUMNS} FROM requests WHERE id = ${id}`.first<StoredRequest>();
}

/** Returns the requests of an enrolment, the oldest first. */
export async function requestsOf(db: Database, enrolmentId: string): Promise<StoredRequest[]> {
  return rowsOf<StoredRequest>(db)`SELECT ${COLUMNS} FROM requests
    WHERE enrolment_id = ${enrolmentId} ORDER BY id`;
}

/** Returns the open requests as the learner sees them. */
export function openRequests(requests: readonly StoredRequest[]): OpenRequest[] {
  return requests.flatMap(({ kind, charge, day, createdAt, doneAt }) =>
    doneAt !== null || kind === "message"
      ? []
      : [{ kind, charge, day, requestedOn: lagosDay(new Date(createdAt)) }],
  );
}

/** Returns requests with their people, the newest or last answered first. @param which a condition on `requests` */
async function namedRequests(db: Database, which: Sql, limit: number): Promise<NamedRequest[]> {
  const charges = sql`charges WHERE charges.enrolment_id = enrolments.id
    AND charges.currency = coalesce(enrolments.currency, 'NGN')`;
  return rowsOf<NamedRequest>(db)`SELECT ${COLUMNS}, enrolments.id AS personId, enrolments.learner,
      (SELECT COUNT(*) FROM ${charges}) AS chargeCount,
      EXISTS (SELECT 1 FROM ${charges} AND number = charge AND is_paid = 1) AS isPaid
    FROM requests LEFT JOIN enrolments ON enrolments.id = coalesce(requests.enrolment_id, (
      SELECT id FROM enrolments WHERE email_key = requests.email_key ORDER BY created_at DESC LIMIT 1))
    WHERE ${which} ORDER BY done_at DESC, requests.id DESC LIMIT ${limit}`;
}

export function listOpen(db: Database, { before, limit }: { before: number; limit: number }) {
  return namedRequests(db, sql`done_at IS NULL AND requests.id < ${before}`, limit);
}

export function listOpenOf(db: Database, enrolmentId: string) {
  return namedRequests(db, sql`done_at IS NULL AND requests.enrolment_id = ${enrolmentId}`, 10);
}

export function listMoreTime(db: Database, limit: number) {
  return namedRequests(db, sql`done_at IS NULL AND kind = 'more-time'`, limit);
}

export function listDone(db: Database, limit: number) {
  return namedRequests(db, sql`done_at > ''`, limit);
}

export async function countOpen(db: Database): Promise<number> {
  const row = await statement(db)`SELECT COUNT(*) AS count FROM requests
    WHERE done_at IS NULL`.first<{ count: number }>();
  return row?.count ?? 0;
}

export async function deleteOldRequests(db: Database, now: Date): Promise<void> {
  await db.batch([
    statement(db)`DELETE FROM requests WHERE done_at < ${oldestKept(RETENTION_DAYS.doneRequest, now)}`,
    statement(db)`DELETE FROM requests
      WHERE done_at IS NULL AND created_at < ${oldestKept(RETENTION_DAYS.openRequest, now)}`,
  ]);
}
