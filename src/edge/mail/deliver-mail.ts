import { sha256 } from "~/domain/digest.ts";
import { type Sql, sql, statement } from "~/edge/database.ts";
import { type Environment, smtpSettings } from "~/edge/environment.ts";
import { type DeliveryTools, deliver, type MessageTable } from "~/edge/jobs/deliveries.ts";
import type { JobOutcome } from "~/edge/jobs/jobs.ts";
import { keepMail, LEARNER_KEYS } from "./mail-store.ts";
import { plainText } from "./plain-text.ts";
import { CONVERSATION_TIMEOUT_MS, type OutgoingMail, type SendMail, smtpSender } from "./smtp.ts";

/** The columns that a delivery reads of a mail. */
interface QueuedMail
  extends Pick<OutgoingMail, "from" | "to" | "subject" | "calendar" | "replyTo" | "unsubscribeUrl"> {
  readonly idempotencyKey: string;
  /** A visitor's words as HTML, or the edge's own mail. */
  readonly message: string;
  /** null: made from the HTML. */
  readonly text: string | null;
  readonly isAutomatic: number;
}

const COLUMNS = sql`idempotency_key AS idempotencyKey, from_address AS "from", to_address AS "to", subject, message,
  plain_text AS text, calendar, reply_to AS replyTo, unsubscribe_url AS unsubscribeUrl, is_automatic AS isAutomatic`;

/**
 * Returns the value of a column, or an empty text for a mail to a learner. Only its header stays after
 * delivery: its text has a link whose key is stored nowhere else.
 */
const unlessLearner = (column: Sql) =>
  sql`CASE WHEN idempotency_key LIKE ${`${LEARNER_KEYS}%`} THEN '' ELSE ${column} END`;

const MAILS: MessageTable = {
  name: "mail",
  table: sql`mails`,
  pausesMinutes: [1, 2, 5, 10, 20, 40, 60, 120, 240],
  claimMs: 4 * CONVERSATION_TIMEOUT_MS,
  alsoDelivered: sql`, message = ${unlessLearner(sql`message`)}, plain_text = ${unlessLearner(sql`plain_text`)}`,
  whenFailed: (db, { row, attempts, reason, now }) =>
    statement(db)`INSERT INTO failed_mails (mail_id, failed_at, attempts, reason)
      SELECT id, ${now}, ${attempts}, ${reason} FROM mails WHERE ${row} AND status = 'failed'
      ON CONFLICT (mail_id) DO NOTHING`,
};

export interface MailTools extends DeliveryTools {
  /** null when no mail server is set: mails stay in the database. */
  readonly send: SendMail | null;
  /** Begins each subject: a mail of the sandbox must not look real. */
  readonly subjectPrefix?: string;
}

/** Delivers a mail, or keeps it where no mail server is set. At each attempt it has the same Message-ID. */
export async function deliverMail(
  id: number,
  { send, subjectPrefix = "", ...tools }: MailTools,
): Promise<JobOutcome> {
  if (!send) {
    await keepMail(tools.db, id);
    return "done";
  }
  const sendMail = async (mail: QueuedMail) => send(await outgoing(mail, subjectPrefix));
  return deliver(MAILS, { id, row: sql`id = ${id}`, columns: COLUMNS, send: sendMail }, tools);
}

async function outgoing(mail: QueuedMail, subjectPrefix: string): Promise<OutgoingMail> {
  const { from, to, message, calendar, replyTo, unsubscribeUrl } = mail;
  const host = from.slice(from.lastIndexOf("@") + 1);
  return {
    from,
    to,
    subject: subjectPrefix + mail.subject,
    html: message,
    text: mail.text ?? plainText(message),
    calendar,
    replyTo,
    unsubscribeUrl,
    isAutomatic: mail.isAutomatic === 1,
    messageId: `<${(await sha256(mail.idempotencyKey)).slice(0, 32)}@${host}>`,
  };
}

export type MailServer =
  | { readonly state: "smtp"; readonly send: SendMail }
  /** Mails stay in the database. */
  | { readonly state: "not-set" }
  /** Mails wait until the settings are corrected. */
  | { readonly state: "unusable"; readonly reason: string };

type SmtpSetting = "SMTP_HOST" | "SMTP_PORT" | "SMTP_USER" | "SMTP_PASSWORD";

export function mailServerOf(env: Pick<Environment, SmtpSetting>): MailServer {
  const { success, data, error } = smtpSettings.safeParse(env);
  if (!success) return { state: "unusable", reason: error.issues.map(({ message }) => message).join(" ") };
  return data ? { state: "smtp", send: smtpSender(data) } : { state: "not-set" };
}

/** Null where mails stay in the database. @throws Error that names the setting that cannot be used */
export function senderOf(server: MailServer): SendMail | null {
  if (server.state === "unusable") throw new Error(server.reason);
  return server.state === "smtp" ? server.send : null;
}
