import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectWithTls } from "node:tls";
import type { z } from "astro/zod";
import { createTransport, type SendMailOptions } from "nodemailer";
import { sha256 } from "~/domain/digest.ts";
import { type Sql, sql, statement } from "~/edge/database.ts";
import { type SmtpSettings, smtpSettings } from "~/edge/environment.ts";
import { DeliveryError, type DeliveryTools, deliver, type MessageTable } from "~/edge/jobs/deliveries.ts";
import type { JobOutcome } from "~/edge/jobs/jobs.ts";
import { reasonOf } from "~/edge/log.ts";
import { keepMail, LEARNER_KEY_PREFIX } from "./mail-store.ts";
import { plainText } from "./posted-mail.ts";

export interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same at every attempt, so that a mailbox can recognise a duplicate. */
  readonly messageId: string;
  readonly calendar?: string | null;
  readonly replyTo?: string | null;
  /** The address that unsubscribes by a bare POST, without a page in between (RFC 8058). */
  readonly unsubscribeUrl?: string | null;
  /** Whether no person wrote the mail, so that programs which answer mails ignore it (RFC 3834). */
  readonly isAutomatic?: boolean;
}

/** Hands a mail over. Rejects with DeliveryError if it was not accepted. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** The limit for connecting, and for each answer after that. */
const STEP_TIMEOUT_MS = 10_000;
/** The limit for a whole conversation, so that a slow server does not block the queue. */
const CONVERSATION_TIMEOUT_MS = 30_000;

interface QueuedMail
  extends Pick<OutgoingMail, "from" | "to" | "subject" | "calendar" | "replyTo" | "unsubscribeUrl"> {
  readonly idempotencyKey: string;
  /** HTML: a visitor's words, or a mail that the edge composed. */
  readonly message: string;
  /** `null`: the text is made from the HTML. */
  readonly text: string | null;
  readonly isAutomatic: number;
}

const COLUMNS = sql`idempotency_key AS idempotencyKey, from_address AS "from", to_address AS "to", subject, message,
  plain_text AS text, calendar, reply_to AS replyTo, unsubscribe_url AS unsubscribeUrl, is_automatic AS isAutomatic`;

/** Returns a column's value, or an empty text for a mail to a learner, because it contains an access key. */
const blankForLearners = (column: Sql) =>
  sql`CASE WHEN idempotency_key LIKE ${`${LEARNER_KEY_PREFIX}%`} THEN '' ELSE ${column} END`;

const MAILS: MessageTable = {
  name: "mail",
  table: sql`mails`,
  pausesMinutes: [1, 2, 5, 10, 20, 40, 60, 120, 240],
  // An attempt takes up to one conversation, and recording its result up to a minute, which is two.
  claimMs: 4 * CONVERSATION_TIMEOUT_MS,
  setOnDelivery: sql`, message = ${blankForLearners(sql`message`)}, plain_text = ${blankForLearners(sql`plain_text`)}`,
  whenFailed: (db, { row, attempts, reason, now }) =>
    statement(db)`INSERT INTO failed_mails (mail_id, failed_at, attempts, reason)
      SELECT id, ${now}, ${attempts}, ${reason} FROM mails WHERE ${row} AND status = 'failed'
      ON CONFLICT (mail_id) DO NOTHING`,
};

export interface MailTools extends DeliveryTools {
  /** `null` if no mail server is set. Mails then stay in the database. */
  readonly send: SendMail | null;
  /** The start of each subject, because a mail of the sandbox must not look real. */
  readonly subjectPrefix?: string;
}

/** Delivers a mail, or keeps it if no mail server is set. Each attempt has the same Message-ID. */
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
    calendar,
    replyTo,
    unsubscribeUrl,
    subject: subjectPrefix + mail.subject,
    html: message,
    text: mail.text ?? plainText(message),
    isAutomatic: mail.isAutomatic === 1,
    messageId: `<${(await sha256(mail.idempotencyKey)).slice(0, 32)}@${host}>`,
  };
}

export type MailServer =
  | { readonly state: "smtp"; readonly send: SendMail }
  | { readonly state: "not-set" }
  | { readonly state: "unusable"; readonly reason: string };

export function mailServerOf(env: z.input<typeof smtpSettings>): MailServer {
  const { success, data, error } = smtpSettings.safeParse(env);
  if (!success) return { state: "unusable", reason: error.issues.map(({ message }) => message).join(" ") };
  return data ? { state: "smtp", send: smtpSender(data) } : { state: "not-set" };
}

/** Returns `null` if no mail server is set. @throws Error that names the setting that cannot be used */
export function senderOf(server: MailServer): SendMail | null {
  if (server.state === "unusable") throw new Error(server.reason);
  return server.state === "smtp" ? server.send : null;
}

/** Returns a function that sends mails by SMTP. Only a 5xx answer to RCPT TO is final; other errors are retried. */
export function smtpSender(
  settings: SmtpSettings,
  limits = { stepMs: STEP_TIMEOUT_MS, totalMs: CONVERSATION_TIMEOUT_MS },
): SendMail {
  const { host, port, encryption, credentials } = settings;
  const transport = createTransport({
    host,
    port,
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: limits.stepMs,
    socketTimeout: limits.stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // The library would resolve the name and connect to an IP address, but the edge checks certificates by
    // name.
    getSocket: (_, callback) => {
      openSocket(settings, limits.stepMs).then(
        (connection) => callback(null, { connection, secured: encryption === "tls" }),
        (error: Error) => callback(error),
      );
    },
  });
  return async (mail) => {
    try {
      await transport.sendMail({
        ...messageOf(mail),
        signal: AbortSignal.timeout(limits.totalMs),
      });
    } catch (error) {
      throw toDeliveryError(error);
    }
  };
}

function messageOf(mail: OutgoingMail): SendMailOptions {
  const { to, calendar, replyTo, unsubscribeUrl, isAutomatic, ...parts } = mail;
  return {
    ...parts,
    // An object is always one recipient, while a text with commas would become a list.
    to: { name: "", address: to },
    ...(replyTo && { replyTo }),
    ...(calendar && {
      attachments: [
        {
          filename: "due-dates.ics",
          content: calendar,
          contentType: "text/calendar; charset=utf-8; method=PUBLISH",
        },
      ],
    }),
    ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
    headers: {
      ...(isAutomatic && { "Auto-Submitted": "auto-generated" }),
      ...(unsubscribeUrl && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
  };
}

function openSocket({ host, port, encryption }: SmtpSettings, timeoutMs: number): Promise<Socket> {
  const isSecured = encryption === "tls";
  const socket = isSecured ? connectWithTls({ host, port, servername: host }) : connectPlain({ host, port });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new Error("The mail server could not be reached in time.")),
      timeoutMs,
    );
    socket.once("error", fail);
    socket.once(isSecured ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

function toDeliveryError(error: unknown): DeliveryError {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  const isFinal = command === "RCPT TO" && responseCode !== undefined && responseCode >= 500;
  const place = [command, responseCode].filter(Boolean).join(" ");
  return new DeliveryError(place ? `${place}: ${reasonOf(error)}` : reasonOf(error), isFinal);
}
