/**
 * Messages of staff to the learners of a cohort. Each waits ten minutes, in which it can be stopped. Then a
 * sweep mails it to the learners whom staff confirmed, unless it no longer applies to them.
 */
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { sha256 } from "~/domain/digest.ts";
import { fullName, type Learner, learnerKeys, nameWords, readLearner } from "~/domain/enrolment/learner.ts";
import type { AppContext } from "~/edge/app-context.ts";
import {
  abortUnless,
  type Database,
  insertInto,
  rowsOf,
  type Statement,
  sql,
  statement,
} from "~/edge/database.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/retention.ts";
import { isMemberOf } from "../cohort-seats.ts";
import { failIfChanged, findEnrolment } from "../enrolment-store.ts";
import { enrolledIn, freshLink } from "./enrolment-mails.ts";

export const WAIT_MINUTES = 10;

/** A text and the learners of one cohort who are to get it. */
export interface CohortText {
  /** Empty for learners without a cohort. */
  readonly cohort: string;
  readonly isToOwing: boolean;
  readonly message: string;
}

interface WaitingMessage extends CohortText {
  readonly id: number;
  /** The enrolments that staff confirmed as recipients. */
  readonly enrolments: readonly string[];
  /** The number of people behind these enrolments. */
  readonly learners: number;
  readonly writtenBy: string;
  readonly leavesAt: string;
}

interface Recipient {
  readonly id: string;
  readonly version: number;
  readonly learner: Learner;
}

export interface Recipients {
  /** All enrolments to which the text applies. One person may have several. */
  readonly enrolments: readonly string[];
  /** One enrolment for each person. */
  readonly people: readonly Recipient[];
  /** The number of people who got the same text before and do not get it again. */
  readonly repeated: number;
  /** The number of enrolments without an address. */
  readonly withoutAddress: number;
}

/** The limit of a query, above the size of any cohort. */
const MOST_RECIPIENTS = 2000;

/** Finds a message's recipients. @param confirmedIds the confirmed enrolments; `null` before staff confirm */
export async function findRecipients(
  db: Database,
  { cohort, isToOwing, message }: CohortText,
  confirmedIds: readonly string[] | null = null,
): Promise<Recipients> {
  type Row = Omit<Recipient, "learner"> & { readonly learner: string; readonly hasReceived: number };
  // An active enrolment is one that still owes.
  const owing = isToOwing ? sql`AND state = 'active'` : sql``;
  const rows = await rowsOf<Row>(db)`SELECT id, version, learner, EXISTS (SELECT 1 FROM mails
      WHERE idempotency_key = 'learner:' || enrolments.id || ':' || ${await keySuffixOf(message)}) AS hasReceived
    FROM enrolments WHERE ${isMemberOf(cohort)} ${owing} ORDER BY +created_at, id LIMIT ${MOST_RECIPIENTS}`;
  const members = rows.map((row) => ({ ...row, learner: readLearner(row.learner) }));
  const withAddress = members.filter(({ learner }) => isEmailAddress(learner.email));
  const reachable = withAddress.filter(({ id }) => confirmedIds?.includes(id) ?? true);
  const informedPeople = new Set(
    reachable.flatMap((row) => (row.hasReceived ? [personOf(row.learner)] : [])),
  );
  const people = new Map<string, Recipient>();
  for (const row of reachable) {
    const person = personOf(row.learner);
    if (!informedPeople.has(person) && !people.has(person)) people.set(person, row);
  }
  return {
    enrolments: reachable.map(({ id }) => id),
    people: [...people.values()],
    repeated: informedPeople.size,
    withoutAddress: members.length - withAddress.length,
  };
}

/**
 * Returns a key for a person: the address and the name. A family may share an address, and one person may be
 * enrolled twice.
 */
function personOf(learner: Learner): string {
  return [learnerKeys(learner).email, ...nameWords(fullName(learner)).sort()].join(" ");
}

/** Returns the end of a mail's key. It is made from the text, so that an enrolment gets the same text once. */
async function keySuffixOf(message: string): Promise<string> {
  return `message:${(await sha256(message)).slice(0, 22)}`;
}

export function addingMessage(
  db: Database,
  { cohort, isToOwing, message }: CohortText,
  { enrolments, people }: Recipients,
  { by, now }: { by: string; now: Date },
): Statement {
  return insertInto(db, "cohort_messages", {
    cohort,
    is_to_owing: isToOwing,
    message,
    enrolments: JSON.stringify(enrolments),
    learners: people.length,
    written_by: by,
    leaves_at: new Date(now.getTime() + WAIT_MINUTES * 60_000),
  });
}

export async function waitingMessages(db: Database): Promise<WaitingMessage[]> {
  type Row = Omit<WaitingMessage, "isToOwing" | "enrolments"> & { isToOwing: number; enrolments: string };
  const rows = await rowsOf<Row>(db)`SELECT id, cohort, is_to_owing AS isToOwing, message, learners,
      enrolments, written_by AS writtenBy, leaves_at AS leavesAt
    FROM cohort_messages WHERE is_waiting = 1 ORDER BY id`;
  return rows.map((row) => ({
    ...row,
    isToOwing: row.isToOwing === 1,
    enrolments: JSON.parse(row.enrolments) as string[],
  }));
}

/**
 * Returns the statement that sets whether a message waits. It makes its batch fail if the message has left or was
 * stopped.
 */
export function settingWaiting(db: Database, id: number, isWaiting: boolean): Statement {
  return statement(db)`UPDATE cohort_messages
    SET is_waiting = ${abortUnless(sql`is_waiting = 1`, sql`${isWaiting}`)} WHERE id = ${id}`;
}

const MAILS_PER_SWEEP = 50;

/** Writes the mails of due messages, and deletes messages some time after they left or were stopped. */
export async function sendCohortMessages(context: AppContext): Promise<void> {
  const { db, now } = context;
  await statement(db)`DELETE FROM cohort_messages
    WHERE is_waiting = 0 AND leaves_at < ${oldestKept(RETENTION_DAYS.cohortMessage, now)}`.run();
  for (const message of await waitingMessages(db)) {
    if (message.leavesAt <= now.toISOString()) await sendMessage(context, message);
  }
}

async function sendMessage(context: AppContext, message: WaitingMessage): Promise<void> {
  const { db } = context;
  const { people } = await findRecipients(db, message, message.enrolments);
  const keySuffix = await keySuffixOf(message.message);
  let failed = 0;
  for (const recipient of people.slice(0, MAILS_PER_SWEEP)) {
    try {
      await mailTo(context, recipient, message, `${recipient.id}:${keySuffix}`);
    } catch (error) {
      failed += 1;
      logError("cohort-message-not-written", { id: recipient.id, reason: reasonOf(error) });
    }
  }
  if (failed > 0 || people.length > MAILS_PER_SWEEP) return;
  await statement(db)`UPDATE cohort_messages SET is_waiting = 0 WHERE id = ${message.id}`.run();
  log("cohort-message-sent", { id: message.id });
}

/** Writes one mail, unless the message is being stopped or the enrolment written at this moment. */
async function mailTo(
  context: AppContext,
  { id, version }: Recipient,
  message: WaitingMessage,
  key: string,
): Promise<void> {
  const { db } = context;
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return;
  const link = await freshLink(context, id);
  const values = {
    ...enrolledIn(context, enrolment),
    message: message.message.split("\n"),
    enrolmentLink: link.url,
  };
  const mail = { name: "cohort-message", to: enrolment.learner.email, key, values } as const;
  await db.batch([
    settingWaiting(db, message.id, true),
    failIfChanged(db, { id, version }),
    link.insertStatement,
    storingLearnerMail(context, mail),
  ]);
  await enqueueLearnerMails(context, key);
}
