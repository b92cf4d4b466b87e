import { sha256 } from "~/domain/digest.ts";
import type { Database } from "~/edge/database.ts";
import { type Environment, smtpSettings } from "~/edge/environment.ts";
import type { JobOutcome } from "~/edge/jobs/jobs.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { type ClaimedMail, claimMail, markDelivered, markFailed, postpone } from "./mail-claims.ts";
import { keepMail } from "./mail-store.ts";
import { plainText } from "./reduce-html.ts";
import { DeliveryError, type OutgoingMail, type SendMail, smtpSender } from "./smtp.ts";

export interface DeliveryTools {
  readonly db: Database;
  /** null when no mail server is set: mails stay in the database. */
  readonly send: SendMail | null;
  /** Begins each subject: a mail of the sandbox must not look real. */
  readonly subjectPrefix?: string;
  readonly now: () => Date;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** Together with the conversation they stay within the claim: until it runs out, no other consumer sends the mail. */
const RECORD_PAUSES_MS = [500, 2_000, 8_000, 20_000, 30_000];

/**
 * One that is not queued, not due or claimed elsewhere is left alone. Should the database fail between the mail server's acceptance
 * and the record of it, the mail goes out again once the claim has run out, under the same Message-ID.
 */
export async function deliverMail(id: number, tools: DeliveryTools): Promise<JobOutcome> {
  const { db, send, now, pause = pauseFor } = tools;
  if (!send) {
    await keepMail(db, id);
    return "done";
  }
  const mail = await claimMail(db, id, now());
  if (!mail) return "done";
  try {
    await send(await outgoing(mail, tools.subjectPrefix ?? ""));
  } catch (error) {
    return retryOrPark(db, mail, error, now());
  }
  await recordDelivery(db, mail, { now: now(), pause });
  return "done";
}

function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function retryOrPark(db: Database, mail: ClaimedMail, error: unknown, now: Date): Promise<JobOutcome> {
  const { id, attempts } = mail;
  const reason = reasonOf(error);
  const isFinal = error instanceof DeliveryError && error.isFinal;
  const next = isFinal ? null : nextAttemptAt(attempts, now, mail.giveUpAt);
  if (!next) {
    await markFailed(db, mail, reason, now);
    logError("mail-failed", { id, attempts, reason });
    return "done";
  }
  await postpone(db, id, next, reason);
  log("mail-postponed", { id, attempts, next: next.toISOString(), reason });
  return { retryInSeconds: Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1000)) };
}

/** Records a delivery. Without the record the mail would be sent again, so this is retried for a minute. */
async function recordDelivery(
  db: Database,
  { id, attempts }: ClaimedMail,
  { now, pause }: { now: Date; pause: (milliseconds: number) => Promise<void> },
): Promise<void> {
  for (let round = 0; ; round += 1) {
    try {
      await markDelivered(db, id, now);
      log("mail-delivered", { id, attempts });
      return;
    } catch (error) {
      const next = RECORD_PAUSES_MS[round];
      if (next === undefined) throw error;
      await pause(next);
    }
  }
}

async function outgoing(mail: ClaimedMail, subjectPrefix: string): Promise<OutgoingMail> {
  const { from, to, message, calendar, replyTo, unsubscribeUrl, isAutomatic } = mail;
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
    isAutomatic,
    messageId: `<${(await sha256(mail.idempotencyKey)).slice(0, 32)}@${host}>`,
  };
}

/** Minutes from a failed attempt to the next: often at first, when a short fault ends; the last pause stays. */
const PAUSES_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 240];

const MINUTE_MS = 60_000;

/** The last attempt falls on the end of the mail's time; null after it. @param attempts at least 1 */
function nextAttemptAt(attempts: number, now: Date, givenUpAt: Date): Date | null {
  if (now >= givenUpAt) return null;
  const pause = PAUSES_MINUTES[Math.min(attempts, PAUSES_MINUTES.length) - 1] ?? 1;
  return new Date(Math.min(now.getTime() + pause * MINUTE_MS, givenUpAt.getTime()));
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
