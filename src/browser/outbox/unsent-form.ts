/**
 * The mail of the contact or newsletter form, stored in this browser from before it is sent until it is
 * accepted, refused, cancelled, or a month old. Each form has at most one, which fills it again after a
 * reload.
 */

import { type MailRequest, sendMail } from "~/browser/edge-client/mails.ts";
import { MAX_AGE_MS, parseJson, persist, readPersisted } from "~/browser/stores/persisted-list.ts";
import { MIN_FILL_MS } from "~/domain/contact/contact-message.ts";
import { sha256 } from "~/domain/digest.ts";

export type MailForm = "contact" | "newsletter";

export interface UnsentForm {
  /** The typed values, by the fields' names. */
  readonly typed: Readonly<Record<string, string>>;
  /** Mails with the same key are delivered once. Missing on an insecure origin, which has no digest. */
  readonly idempotencyKey?: string;
  readonly savedAt: string;
}

const keyOf = (form: MailForm) => `unsent-form/${form}`;

/** Returns the form's unsent mail; null without one. A mail older than a month is removed. */
export function readUnsent(form: MailForm): UnsentForm | null {
  const unsent = parseJson(readPersisted(keyOf(form))) as Partial<UnsentForm> | null;
  if (!unsent?.typed || typeof unsent.typed !== "object" || typeof unsent.savedAt !== "string") return null;
  if (Date.parse(unsent.savedAt) > Date.now() - MAX_AGE_MS) return unsent as UnsentForm;
  removeUnsent(form);
  return null;
}

/** @returns whether it outlives the page */
export function saveUnsent(form: MailForm, unsent: UnsentForm): boolean {
  return persist(keyOf(form), JSON.stringify(unsent));
}

export function removeUnsent(form: MailForm): void {
  persist(keyOf(form), null);
}

/** Returns a mail to store. The day is in its key: the same text a week later is a new mail. */
export async function unsentOf(
  form: MailForm,
  typed: UnsentForm["typed"],
  mail: MailRequest,
): Promise<UnsentForm> {
  const savedAt = new Date().toISOString();
  const digest = globalThis.crypto.subtle ? await sha256(JSON.stringify(mail)) : null;
  const idempotencyKey = digest ? `${form}:${savedAt.slice(0, 10)}:${digest}` : undefined;
  return { typed, idempotencyKey, savedAt };
}

/**
 * Sends a form's mail, once the page has been open for MIN_FILL_MS. The edge rejects faster ones as a program's.
 * @throws MailError as {@link sendMail}
 */
export async function sendForm(mail: MailRequest, { idempotencyKey }: UnsentForm): Promise<void> {
  const remainingMs = MIN_FILL_MS - performance.now();
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
  // A timer may fire a little early.
  const openMs = Math.max(MIN_FILL_MS, Math.round(performance.now()));
  await sendMail(mail, { idempotencyKey, openMs });
}
