/**
 * Notifies the learning portal of each learner's access. Each enrolment has one row with the portal's latest
 * message.
 */
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { cohortName, hasCohort } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { accessChangesOn, type PortalAccess, portalAccess } from "~/domain/enrolment/access.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { AppContext } from "~/edge/app-context.ts";
import {
  type Database,
  insertWhere,
  rowsOf,
  type Sql,
  type Statement,
  setExcluded,
  sql,
  statement,
} from "~/edge/database.ts";
import { paymentsOf } from "~/edge/enrolments/enrolment-payments.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { findEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import { shownCurrency, statusIn } from "~/edge/enrolments/enrolment-views.ts";
import { deliver, isLost, type MessageTable } from "~/edge/jobs/deliveries.ts";
import { enqueueJob, type JobOutcome } from "~/edge/jobs/jobs.ts";
import { PORTAL_TIMEOUT_MS } from "./portal.ts";

const PORTAL: MessageTable = {
  name: "portal",
  table: sql`portal_messages`,
  pausesMinutes: [1, 5, 30, 60],
  claimMs: PORTAL_TIMEOUT_MS + 80_000,
};

const DAYS_TRIED = 3;

/** The content of a message to the portal, without the enrolment's id and the version. */
interface PortalContent extends PortalAccess {
  /** ISO 8601, UTC. The time of the last change of access. */
  readonly since: string;
  readonly course: EnrolmentRecord["course"];
  readonly cohort: { readonly id: string; readonly name: string; readonly firstClass: string | null } | null;
  /** `null` once the learner is erased. */
  readonly learner: Record<"firstName" | "lastName" | "email", string> | null;
}

interface PortalRow {
  readonly version: number;
  /** JSON of {@link PortalContent}. */
  readonly content: string;
  readonly changedAt: string;
}

export function readContent({ content }: Pick<PortalRow, "content">): PortalContent {
  return JSON.parse(content);
}

/** Sends the portal an enrolment's present access, unless that was delivered. Calls may be repeated. */
export async function notifyPortal(context: AppContext, id: string): Promise<JobOutcome> {
  const { db, portal, now } = context;
  if (portal.state !== "set") return "done";
  const version = await updateMessage(context, id);
  if (version === null) return "done";
  const delivery = {
    id,
    row: sql`enrolment_id = ${id} AND version = ${version}`,
    columns: sql`version, content, changed_at AS changedAt`,
    send: ({ content, changedAt }: PortalRow) =>
      portal.send({
        id: `${id}_${version}`,
        body: {
          type: "enrolment.access",
          timestamp: changedAt,
          data: { id, version, ...readContent({ content }) },
        },
      }),
  };
  return deliver(PORTAL, delivery, { db, now: () => now });
}

/**
 * Compares an enrolment with the portal's latest message, and stores another one if the content has changed.
 * Nothing is written if the enrolment changes during the comparison. The next sweep compares it again.
 * @returns the version of the latest message; `null` if the portal need not know the enrolment
 */
async function updateMessage(context: AppContext, id: string): Promise<number | null> {
  const { db, now, prices } = context;
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return null;
  const { learner, erasedAt } = enrolment;
  const [message, payments] = await Promise.all([findMessage(db, id), paymentsOf(db, id)]);
  const status = statusIn(enrolment, payments, shownCurrency(enrolment, payments), now);
  const facts = { ...status, isErased: erasedAt !== null };
  const today = lagosDay(now);
  const access = portalAccess(facts, today, message !== null);
  const current = sql`id = ${id} AND version = ${enrolment.version}`;
  const markingCompared = statement(db)`UPDATE enrolments SET portal_version = version WHERE ${current}`;
  // The portal identifies a learner by the e-mail address.
  const isIdentified = message !== null || isEmailAddress(learner.email);
  if (!access || !isIdentified) {
    await markingCompared.run();
    return null;
  }
  const former = message && readContent(message);
  const isSameAccess = former?.access === access.access && former.reason === access.reason;
  const since = isSameAccess ? former.since : now.toISOString();
  const content = JSON.stringify(contentOf(enrolment, { ...access, since }, prices));
  const changesOn = accessChangesOn(facts, today);
  const version = (message?.version ?? 0) + (content === message?.content ? 0 : 1);
  const row = { enrolment_id: id, version, content, changed_at: now, ...queued(now) };
  await db.batch([
    markingCompared,
    insertWhere(
      db,
      "portal_messages",
      row,
      sql`enrolments WHERE ${current}`,
      sql`ON CONFLICT (enrolment_id) DO UPDATE SET ${setExcluded(Object.keys(row).slice(1))}
        WHERE portal_messages.version < excluded.version`,
    ),
    statement(db)`UPDATE portal_messages SET changes_on = ${changesOn}
      WHERE enrolment_id = ${id} AND version = ${version}`,
  ]);
  return version;
}

/** Returns the columns of a message that is due now and has not been tried. */
function queued(now: Date) {
  return {
    status: "queued",
    attempts: 0,
    next_attempt_at: now,
    give_up_at: new Date(now.getTime() + DAYS_TRIED * 86_400_000),
    claimed_until: null,
    last_error: null,
  };
}

function contentOf(
  { course, learner, firstClass, erasedAt }: EnrolmentRecord,
  access: PortalAccess & { readonly since: string },
  { cohorts }: PriceList,
): PortalContent {
  const { cohort, firstName, lastName, email } = learner;
  return {
    ...access,
    course,
    cohort: hasCohort(cohort) ? { id: cohort, name: cohortName(cohorts, cohort), firstClass } : null,
    learner: erasedAt ? null : { firstName, lastName, email },
  };
}

/** The latest message about an enrolment and its delivery. */
export interface PortalState extends PortalRow {
  readonly enrolmentId: string;
  readonly status: "queued" | "delivered" | "failed";
  readonly attempts: number;
  /** The time at which the portal last accepted a message about the enrolment. */
  readonly deliveredAt: string | null;
  /** The reason for the last failure, without personal data. */
  readonly lastError: string | null;
}

const STATE = sql`enrolment_id AS enrolmentId, version, content, changed_at AS changedAt, status, attempts,
  delivered_at AS deliveredAt, last_error AS lastError`;

export async function findMessage(db: Database, id: string): Promise<PortalState | null> {
  return statement(db)`SELECT ${STATE} FROM portal_messages WHERE enrolment_id = ${id}`.first<PortalState>();
}

/** Returns the messages that are not tried again, the newest first. */
export async function failedMessages(db: Database, limit: number): Promise<PortalState[]> {
  return rowsOf<PortalState>(db)`SELECT ${STATE} FROM portal_messages
    WHERE status = 'failed' ORDER BY next_attempt_at DESC LIMIT ${limit}`;
}

/**
 * Returns the statement that sends messages again. Each gets a new version, which a portal with the former
 * one accepts too.
 */
export function sendingAgain(db: Database, which: Sql, now: Date): Statement {
  return statement(db)`UPDATE portal_messages SET version = version + 1, status = 'queued', attempts = 0,
      next_attempt_at = ${now}, give_up_at = ${queued(now).give_up_at}, claimed_until = NULL
    WHERE ${which} RETURNING enrolment_id AS id`;
}

const A_SWEEP = 100;

/**
 * Enqueues enrolments that were written since their comparison, accesses that change today, and messages that
 * the queue has lost.
 */
export async function sweepPortal(context: AppContext): Promise<void> {
  const { db, jobs, portal, now } = context;
  if (portal.state !== "set") return;
  // The condition on the time is always true. It makes SQLite search the index from its beginning instead of
  // reading it all.
  const rows = await Promise.all([
    rowsOf<{ id: string }>(db)`SELECT id FROM enrolments
      WHERE portal_version <> version AND created_at > '' ORDER BY created_at LIMIT ${A_SWEEP}`,
    rowsOf<{ id: string }>(db)`SELECT enrolment_id AS id FROM portal_messages
      WHERE changes_on <= ${lagosDay(now)} ORDER BY changes_on LIMIT ${A_SWEEP}`,
    rowsOf<{ id: string }>(db)`SELECT enrolment_id AS id FROM portal_messages
      WHERE ${isLost(now)} ORDER BY next_attempt_at LIMIT ${A_SWEEP}`,
  ]);
  for (const id of new Set(rows.flat().map((row) => row.id))) await enqueueJob(jobs, { type: "portal", id });
}
