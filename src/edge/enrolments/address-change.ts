/**
 * A learner's change to another e-mail address. The new address gets a link and waits until its owner opens
 * it. Until then mails go to the former address and all keys stay. A stranger at a mistyped address thus gets
 * no more than a question.
 */
import { keyDigest, newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type Sql, type Statement, sql, statement } from "~/edge/database.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/retention.ts";
import { addingKey } from "./enrolment-keys.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";
import { findEnrolment, saveLearner } from "./enrolment-store.ts";
import { rewritingReminders, writingChanges } from "./mails/changed-mail.ts";
import { enrolledIn } from "./mails/enrolment-mails.ts";
import { updateEnrolment } from "./update-enrolment.ts";

type Tools = Pick<AppContext, "db" | "addresses" | "templates" | "prices" | "now">;

interface AddressRequest {
  /** The new address. */
  readonly email: string;
  /** The key of the browser that requested the change. It stays valid once the address is confirmed. */
  readonly browserKey: string;
  /** The key under which the mail is stored once. */
  readonly mailKey: string;
}

/**
 * Returns the statements that ask an address's owner to confirm it. The address replaces any that waited
 * before.
 */
export async function requestingAddress(
  tools: Tools,
  enrolment: EnrolmentRecord,
  { email, browserKey, mailKey }: AddressRequest,
): Promise<Statement[]> {
  const { db, now, templates } = tools;
  const { id } = enrolment;
  const token = newKey();
  const digest = await keyDigest(browserKey);
  const { firstName, courseName } = enrolledIn(tools, enrolment);
  return [
    statement(db)`UPDATE enrolments SET new_email = ${email}, new_email_digest = ${await keyDigest(token)},
        new_email_key = ${digest}, new_email_at = ${now}
      WHERE id = ${id}`,
    addingKey(db, { id, digest, kind: "learner" }, now),
    storingLearnerMail(tools, {
      name: "confirm-address",
      to: email,
      key: mailKey,
      values: {
        firstName,
        courseName,
        confirmLink: new URL(`/prod/addresses/${token}`, templates.academy.site),
      },
    }),
  ];
}

/** Returns the statement that drops a waiting address, so that the present one stays. */
export function keepingAddress({ db }: Pick<Tools, "db">, id: string): Statement {
  return erasingNewAddress(db, sql`id = ${id}`);
}

/** Erases new addresses that were not confirmed in time. */
export async function eraseUnconfirmedAddresses({ db, now }: Pick<Tools, "db" | "now">): Promise<void> {
  await erasingNewAddress(
    db,
    sql`new_email_at < ${oldestKept(RETENTION_DAYS.unconfirmedAddress, now)}`,
  ).run();
}

function erasingNewAddress(db: Tools["db"], condition: Sql): Statement {
  return statement(db)`UPDATE enrolments
    SET new_email = NULL, new_email_digest = NULL, new_email_key = NULL, new_email_at = NULL WHERE ${condition}`;
}

/** Finds the enrolment of a mailed token; `null` if the token was used, replaced or is too old. */
export async function findByAddressToken(
  { db }: Pick<Tools, "db">,
  token: string,
): Promise<EnrolmentRecord | null> {
  const row = await statement(db)`SELECT id FROM enrolments
    WHERE new_email_digest = ${await keyDigest(token)}`.first<{ id: string }>();
  return row && findEnrolment(db, row.id);
}

/**
 * Gives an enrolment the address that its owner has confirmed. Older keys end, payers' too. The browser that
 * requested the change keeps its key.
 * @returns false if the enrolment was written by another request
 */
export async function confirmAddress(context: AppContext, enrolment: EnrolmentRecord): Promise<boolean> {
  const { db, now } = context;
  const { id, version, newEmail, newEmailKey } = enrolment;
  if (newEmail === null || newEmailKey === null) return false;
  const learner = { ...enrolment.learner, email: newEmail };
  const mailKeyPrefix = `${id}:changed:${version + 1}:`;
  const changes = [{ what: "Email Address", before: null, after: null }];
  const after = { ...enrolment, learner };
  const rewriteReminders = await rewritingReminders(context, enrolment);
  const furtherStatements = [
    ...(await writingChanges(
      context,
      { before: enrolment, after, changes },
      { keyPrefix: mailKeyPrefix, byStaff: false },
    )),
    addingKey(db, { id, digest: newEmailKey, kind: "learner" }, now),
  ];
  const { hasStoppedReminders } = enrolment;
  if (!(await saveLearner(db, enrolment, { learner, hasStoppedReminders, furtherStatements }, now)))
    return false;
  await enqueueLearnerMails(context, mailKeyPrefix);
  // The update writes again the receipts that waited for the former address, and compares the learner's
  // enrolments.
  await updateEnrolment(context, id);
  await rewriteReminders();
  return true;
}
