/**
 * Mails of the contact and newsletter forms, stored in this browser from before they are sent until they are delivered,
 * refused, taken back, or a month old. Each has an id and a Web Lock of its own: one tab of several sends it.
 */

import { PENDING_MAILS_KEY } from "~/browser/stores/browser-storage.ts";
import { MAX_AGE_MS, persistedList } from "~/browser/stores/persisted-list.ts";
import { MIN_FILL_MS } from "~/domain/contact/contact-message.ts";
import { sha256 } from "~/domain/text.ts";
import { MailError, type MailRequest, sendMail } from "./mail-client.ts";
import { isDone, markDone, withTabLock } from "./with-tab-lock.ts";

export type MailForm = "contact" | "newsletter";

export interface PendingMail {
  readonly id: string;
  readonly form: MailForm;
  /** What was typed, by field name, to fill the form again. */
  readonly typed: Readonly<Record<string, string>>;
  readonly mail: MailRequest;
  /** Mails with the same key are delivered once. Missing on an insecure origin, which has no digest. */
  readonly idempotencyKey?: string;
  /** ISO 8601, UTC. */
  readonly savedAt: string;
  /** Set once a later try was refused: the mail is not sent again, but shown to the visitor. */
  readonly refusal?: MailRefusal;
}

export interface MailRefusal {
  readonly status: number;
  /** The endpoint's message, if it gave one. */
  readonly reply: string | null;
}

/** Dispatched on `window` when a later try was accepted (no refusal) or refused; who shows it prevents the default. */
export const PENDING_MAIL_EVENT = "pending-mail";
export interface PendingMailResult {
  readonly id: string;
  readonly form: MailForm;
  readonly refusal: MailRefusal | null;
}

const stored = persistedList({
  prefix: PENDING_MAILS_KEY,
  readEntry: (value) => (isPendingMail(value) ? value : null),
  idOf: ({ id }) => id,
  timeOf: ({ savedAt }) => savedAt,
});

/** The pending mails of the last month, oldest first. Older ones are removed. */
export function readPendingMails(): PendingMail[] {
  const oldest = new Date(Date.now() - MAX_AGE_MS).toISOString();
  const mails = stored.read();
  for (const { id, savedAt } of mails) if (savedAt <= oldest) stored.remove(id);
  return mails.filter(({ savedAt }) => savedAt > oldest);
}

export function findPendingMail(id: string): PendingMail | null {
  return readPendingMails().find((mail) => mail.id === id) ?? null;
}

export const removePendingMail = stored.remove;

/** Stores a mail before it is sent. The day is part of its key: the same words a week later are a new mail. */
export async function storePendingMail(
  form: MailForm,
  typed: PendingMail["typed"],
  mail: MailRequest,
): Promise<{ readonly pending: PendingMail; readonly isPersisted: boolean }> {
  const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const savedAt = new Date().toISOString();
  const digest = globalThis.crypto.subtle ? await sha256(JSON.stringify(mail)) : null;
  const idempotencyKey = digest ? `${form}:${savedAt.slice(0, 10)}:${digest}` : undefined;
  const pending = { id, form, typed, mail, idempotencyKey, savedAt };
  return { pending, isPersisted: stored.put(pending) };
}

/**
 * Sends a form's mail for the first time. It stays stored only without an answer: a refused one is still in the form. A
 * visitor faster than MIN_FILL_MS waits for the rest of it here, because the edge takes them for a program.
 * @throws MailError as sendMail does
 */
export function sendForm({ id, mail, idempotencyKey }: PendingMail): Promise<void> {
  return withTabLock(id, async () => {
    const missing = MIN_FILL_MS - performance.now();
    if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
    // A timer may fire a little early.
    const openMs = Math.max(MIN_FILL_MS, Math.round(performance.now()));
    try {
      await sendMail(mail, { idempotencyKey, openMs });
    } catch (error) {
      if (error instanceof MailError && error.status !== null) await finish(id);
      throw error;
    }
    await finish(id);
  });
}

/**
 * Sends a pending mail again. It stays pending without an answer, or with one after which a retry may succeed.
 * @returns the result, if it is final and no listener of PENDING_MAIL_EVENT has shown it
 */
export function sendPendingMail(id: string): Promise<PendingMailResult | null> {
  return withTabLock(id, async () => {
    const pending = findPendingMail(id);
    if (!pending || pending.refusal || (await isDone(id))) return null;
    const refusal = await sendAgain(pending);
    // The visitor may have taken it back meanwhile: a refusal says nothing then.
    if (refusal === "waiting" || (refusal && !findPendingMail(id))) return null;
    await finish(id);
    if (refusal) stored.put({ ...pending, refusal });
    const detail: PendingMailResult = { id, form: pending.form, refusal };
    const isShown = !dispatchEvent(new CustomEvent(PENDING_MAIL_EVENT, { detail, cancelable: true }));
    return isShown ? null : detail;
  });
}

async function sendAgain({ mail, idempotencyKey }: PendingMail): Promise<MailRefusal | "waiting" | null> {
  try {
    await sendMail(mail, { idempotencyKey });
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) return "waiting";
    const { status, reply } = error;
    const mayRetry = status === null || status === 408 || status === 429 || status >= 500;
    return mayRetry ? "waiting" : { status, reply };
  }
}

/**
 * Sends the pending mails that were written before the page opened: a later one is in a form of this page or of another
 * tab, which sends it itself. @returns the results that no listener has shown
 */
export async function flushPendingMails(pageOpened: Date): Promise<PendingMailResult[]> {
  const earlier = readPendingMails().filter(({ savedAt }) => savedAt < pageOpened.toISOString());
  const results: PendingMailResult[] = [];
  for (const { id } of earlier) {
    const result = await sendPendingMail(id);
    if (result) results.push(result);
  }
  return results;
}

function finish(id: string): Promise<void> {
  stored.remove(id);
  return markDone(id);
}

function isPendingMail(value: unknown): value is PendingMail {
  const mail = value as Partial<PendingMail> | null;
  return (
    typeof mail?.id === "string" &&
    (mail.form === "contact" || mail.form === "newsletter") &&
    typeof mail.typed === "object" &&
    mail.typed !== null &&
    typeof mail.savedAt === "string" &&
    typeof mail.mail?.body?.message === "string"
  );
}
