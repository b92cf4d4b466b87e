/**
 * Pending mails: what visitors sent with a form, stored in this browser from before it is sent until it is delivered.
 *
 * Each has an id, so two mails from two tabs are both stored. A mail is removed when the endpoint accepted it, when the
 * visitor takes it back or has it in the form again, or after a month (MAX_AGE_MS).
 */

import { PENDING_MAILS_KEY } from "~/browser/stores/browser-storage.ts";
import { formMailKey } from "./form-mail-key.ts";
import type { MailRequest } from "./mail-client.ts";
import { MAX_AGE_MS, persistedList } from "./persisted-list.ts";

export type MailForm = "contact" | "newsletter";

export interface PendingMail {
  /** Unique in this browser. */
  readonly id: string;
  readonly form: MailForm;
  /** What was typed, by field name, to fill the form again. */
  readonly typed: Readonly<Record<string, string>>;
  readonly mail: MailRequest;
  /** Missing where the browser has no digest. */
  readonly idempotencyKey?: string;
  /** ISO 8601, UTC. */
  readonly savedAt: string;
  /** Set once the endpoint has refused the mail: it is not sent again, but shown to the visitor. */
  readonly refusal?: MailRefusal;
}

export interface MailRefusal {
  readonly status: number;
  /** The endpoint's message, if it gave one. */
  readonly reply: string | null;
}

const pendingMails = persistedList({
  prefix: PENDING_MAILS_KEY,
  isEntry: isPendingMail,
  idOf: ({ id }) => id,
  timeOf: ({ savedAt }) => savedAt,
});

/** A new mail with an id and an idempotency key; not stored yet. */
export async function createPendingMail(
  form: MailForm,
  typed: PendingMail["typed"],
  mail: MailRequest,
): Promise<PendingMail> {
  const now = new Date();
  return {
    id: crypto.getRandomValues(new Uint32Array(4)).join("-"),
    form,
    typed,
    mail,
    idempotencyKey: await formMailKey(form, mail, now),
    savedAt: now.toISOString(),
  };
}

/** The pending mails of the last month, oldest first; older ones are removed. */
export function readPendingMails(now: Date = new Date()): PendingMail[] {
  const oldest = new Date(now.getTime() - MAX_AGE_MS).toISOString();
  const mails = pendingMails.read();
  for (const { id, savedAt } of mails) if (savedAt <= oldest) removePendingMail(id);
  return mails.filter(({ savedAt }) => savedAt > oldest);
}

/** The pending mail with this id; null when there is none. */
export function findPendingMail(id: string): PendingMail | null {
  return readPendingMails().find((mail) => mail.id === id) ?? null;
}

/** Stores a mail; it replaces the one with the same id. @returns whether it outlives the page */
export const savePendingMail = pendingMails.put;

export const removePendingMail = pendingMails.remove;

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
