import type { MailName } from "~/domain/mail/learner-mails.ts";
import type { MailValues } from "~/domain/mail/mail-values.ts";
import { type MailTemplates, renderMail } from "~/domain/mail/render-mail.ts";
import { type Database, type Statement, statement } from "~/edge/database.ts";
import type { JobQueue } from "~/edge/jobs/jobs.ts";
import type { AcademyAddresses } from "./academy-addresses.ts";
import { enqueueMail, enqueueMails, LEARNER_KEY_PREFIX, storing, withdrawing } from "./mail-store.ts";

/** The mails to learners and payers, which are written from the templates in content/mails. */

export interface LearnerMail<Name extends MailName> {
  readonly name: Name;
  readonly to: string;
  /** The mail's subject matter as a key, under which it is stored once: "ENR-7Q2M4X8K9A:due-soon:2". */
  readonly key: string;
  readonly values: MailValues[Name];
  readonly calendar?: string;
}

export interface LearnerMailTools {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly addresses: AcademyAddresses;
  readonly templates: MailTemplates;
  readonly now: Date;
}

/** Returns the statement that stores a mail once for its key. `enqueueLearnerMails` then enqueues it. */
export function storingLearnerMail<Name extends MailName>(
  { db, addresses, templates, now }: Omit<LearnerMailTools, "jobs">,
  { name, to, key, values, calendar }: LearnerMail<Name>,
): Statement {
  const { subject, html, text } = renderMail(templates, name, values);
  const stop = "stopLink" in values ? values.stopLink : null;
  return storing(
    db,
    {
      from: addresses.sender,
      to,
      subject,
      message: html,
      text,
      calendar,
      replyTo: addresses.academy,
      // Mailboxes unsubscribe only over an encrypted connection.
      unsubscribeUrl: stop?.protocol === "https:" ? stop.href : null,
      idempotencyKey: LEARNER_KEY_PREFIX + key,
    },
    now,
  );
}

export function withdrawingLearnerMails(db: Database, keyPrefix: string): Statement[] {
  return withdrawing(db, LEARNER_KEY_PREFIX + keyPrefix);
}

export async function isReceiptDelivered(db: Database, reference: string): Promise<boolean> {
  const row = await statement(db)`SELECT 1 AS found FROM mails
    WHERE idempotency_key = ${`${LEARNER_KEY_PREFIX}${reference}:receipt`} AND status = 'delivered'`.first();
  return row !== null;
}

export function enqueueLearnerMails(
  tools: Pick<LearnerMailTools, "db" | "jobs">,
  keyPrefix: string,
): Promise<void> {
  return enqueueMails(tools, LEARNER_KEY_PREFIX + keyPrefix);
}

export async function enqueueLearnerMail<Name extends MailName>(
  tools: LearnerMailTools,
  mail: LearnerMail<Name>,
): Promise<void> {
  const stored = await storingLearnerMail(tools, mail).first<{ id: number }>();
  if (stored) await enqueueMail(tools.jobs, stored.id);
}
