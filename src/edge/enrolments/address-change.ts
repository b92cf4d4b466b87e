/**
 * Another e-mail address of a learner. It is mailed a link and waits until its owner opens that: until then mails go to the
 * address before, and all keys stay. A slip of the thumb thus reaches a stranger with nothing but a question.
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
  /** The key of the browser that asks. It stays once the address is confirmed. */
  readonly browserKey: string;
  /** The mail's own key, under which it is stored once. */
  readonly mailKey: string;
}

/** The statements that ask an address's owner to confirm it, in place of any address that waited before. */
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

/** The statement that keeps the address which is known, and forgets the one that waits. */
export function keepingAddress({ db }: Pick<Tools, "db">, id: string): Statement {
  return forgetting(db, sql`id = ${id}`);
}

/** Erases the new addresses that were not confirmed in time. */
export async function forgetUnconfirmedAddresses({ db, now }: Pick<Tools, "db" | "now">): Promise<void> {
  await forgetting(db, sql`new_email_at < ${oldestKept(RETENTION_DAYS.unconfirmedAddress, now)}`).run();
}

function forgetting(db: Tools["db"], which: Sql): Statement {
  return statement(db)`UPDATE enrolments
    SET new_email = NULL, new_email_digest = NULL, new_email_key = NULL, new_email_at = NULL WHERE ${which}`;
}

/** Finds the enrolment whose learner a token was mailed to; null where it was used, replaced or is too old. */
export async function findByAddressToken(
  { db }: Pick<Tools, "db">,
  token: string,
): Promise<EnrolmentRecord | null> {
  const row = await statement(db)`SELECT id FROM enrolments
    WHERE new_email_digest = ${await keyDigest(token)}`.first<{ id: string }>();
  return row && findEnrolment(db, row.id);
}

/**
 * Gives an enrolment the address that its owner has confirmed. Older keys end, payers' too; the browser that asked for the
 * change keeps the one that it was given.
 * @returns whether it was changed; false where the enrolment was written meanwhile
 */
export async function confirmAddress(context: AppContext, enrolment: EnrolmentRecord): Promise<boolean> {
  const { db, now } = context;
  const { id, version, newEmail, newEmailKey } = enrolment;
  if (newEmail === null || newEmailKey === null) return false;
  const learner = { ...enrolment.learner, email: newEmail };
  const mails = `${id}:changed:${version + 1}:`;
  const changes = [{ what: "Email Address", before: null, after: null }];
  const after = { ...enrolment, learner };
  const rewriteReminders = await rewritingReminders(context, enrolment);
  const also = [
    ...(await writingChanges(context, { before: enrolment, after, changes }, { key: mails, byStaff: false })),
    addingKey(db, { id, digest: newEmailKey, kind: "learner" }, now),
  ];
  const { hasStoppedReminders } = enrolment;
  if (!(await saveLearner(db, enrolment, { learner, hasStoppedReminders, also }, now))) return false;
  await enqueueLearnerMails(context, mails);
  // Receipts that had waited for the former address are written again; another of the same learner may be a duplicate now.
  await updateEnrolment(context, id);
  await rewriteReminders();
  return true;
}
