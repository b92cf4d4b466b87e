import { sha256 } from "~/domain/words/sha256.ts";
import type { MailRequest } from "./mail-client.ts";

/**
 * The idempotency key of a form's mail: form, day and digest, e.g. `contact:2026-11-21:` and 64 hex digits. However often
 * a mail is sent again, it is delivered once. The day is part of it: the same words a week later are a new mail.
 * @returns undefined on an insecure origin, where `crypto.subtle` is missing; the edge then makes its own key
 */
export async function formMailKey(form: string, mail: MailRequest, now: Date): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  return `${form}:${now.toISOString().slice(0, 10)}:${await sha256(JSON.stringify(mail))}`;
}
