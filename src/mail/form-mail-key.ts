import { sha256 } from "~/domain/words/sha256.ts";
import type { MailRequest } from "./mail-client.ts";

/**
 * What makes a form's mail the same mail: `contact:2026-11-21:` and a digest of what it says. One whose answer got lost
 * is delivered once, however often and on whichever day it is sent again. The day it was written is a part of it: who
 * writes the same words next week means them again.
 * @returns undefined on an address without encryption, where browsers digest nothing: the edge makes a key of its own.
 */
export async function formMailKey(form: string, mail: MailRequest, now: Date): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  return `${form}:${now.toISOString().slice(0, 10)}:${await sha256(JSON.stringify(mail))}`;
}
