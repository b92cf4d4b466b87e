import { sha256 } from "~/domain/words/sha256.ts";
import type { Database } from "../database.ts";
import type { JobOutcome } from "../jobs/run-jobs.ts";
import { log, logError, reasonOf } from "../log.ts";
import { nextAttemptAt } from "./delivery-schedule.ts";
import { type ClaimedMail, claimMail, markDelivered, park, postpone } from "./mail-claims.ts";
import { keepMail } from "./mail-store.ts";
import { plainText } from "./plain-text.ts";
import { DeliveryError, type SendMail } from "./smtp.ts";

export interface DeliveryTools {
  readonly db: Database;
  /** null when no settings say who delivers mails: they are kept. */
  readonly send: SendMail | null;
  /** Stands before each subject; what a stand-in checkout gave rise to must not look real. */
  readonly subjectPrefix?: string;
  readonly clock?: () => Date;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/**
 * Before each further try to note that a mail was delivered. Together with the conversation they stay within the claim:
 * until it runs out, nobody else sends the mail.
 */
const NOTE_PAUSES_MS = [500, 2_000, 8_000, 20_000, 30_000];

/**
 * Tries once to deliver a mail. One that is not queued any more, not due yet or in somebody else's hands is left alone:
 * the sweep sees to it that none is forgotten.
 *
 * Rejects when the database fails. Should that happen between the mail server's yes and our note of it, the mail goes
 * out again once the claim has run out, under the same Message-ID.
 */
export async function deliverMail(id: number, tools: DeliveryTools): Promise<JobOutcome> {
  const { db, send, clock = () => new Date(), pause = pauseFor } = tools;
  if (!send) {
    await keepMail(db, id);
    return "done";
  }
  const mail = await claimMail(db, id, clock());
  if (!mail) return "done";
  try {
    await send(await outgoing(mail, tools.subjectPrefix ?? ""));
  } catch (error) {
    return putAside(db, mail, error, clock());
  }
  await noteDelivery(db, mail, { now: clock(), pause });
  return "done";
}

function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function putAside(db: Database, mail: ClaimedMail, error: unknown, now: Date): Promise<JobOutcome> {
  const { id, attempts } = mail;
  const reason = reasonOf(error);
  const isFinal = error instanceof DeliveryError && error.isFinal;
  const next = isFinal ? null : nextAttemptAt(attempts, now, mail.giveUpAt);
  if (!next) {
    await park(db, mail, reason, now);
    logError("mail-parked", { id, attempts, reason });
    return "done";
  }
  await postpone(db, id, next, reason);
  log("mail-postponed", { id, attempts, next: next.toISOString(), reason });
  return { retryInSeconds: Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1000)) };
}

/** The one note that must not fail, or the mail goes out again: it is tried for a minute. */
async function noteDelivery(
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
      const next = NOTE_PAUSES_MS[round];
      if (next === undefined) throw error;
      await pause(next);
    }
  }
}

async function outgoing(mail: ClaimedMail, subjectPrefix: string) {
  const { from, to, message } = mail;
  const host = from.slice(from.lastIndexOf("@") + 1);
  return {
    from,
    to,
    subject: subjectPrefix + mail.subject,
    html: message,
    text: plainText(message),
    messageId: `<${(await sha256(mail.idempotencyKey)).slice(0, 32)}@${host}>`,
  };
}
