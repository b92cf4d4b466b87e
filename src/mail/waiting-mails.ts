/**
 * Mails of forms, kept in this browser from before they are sent until they are delivered.
 *
 * Each for itself, by its id: of two that were written in two tabs, or one after the other, both wait. A mail leaves when
 * it was accepted, when the visitor takes it back or has it in the form again, or after a month: what somebody typed must
 * not lie in a browser for ever.
 */
import { WAITING_MAILS_KEY } from "~/stores/browser-storage.ts";
import { formMailKey } from "./form-mail-key.ts";
import { KEPT_MS, keptList } from "./kept-list.ts";
import type { MailRequest } from "./mail-client.ts";

export type MailForm = "contact" | "newsletter";

export interface WaitingMail {
  /** Tells it apart from all others in this browser. */
  readonly id: string;
  readonly form: MailForm;
  /** What was typed, by the name of its field: the form shows it again. */
  readonly typed: Readonly<Record<string, string>>;
  readonly mail: MailRequest;
  /** By which the edge knows it again; what an earlier version kept has none. */
  readonly idempotencyKey?: string;
  /** ISO 8601, UTC. */
  readonly keptAt: string;
  /** The endpoint does not take this mail: it is not sent again by itself, but shown to the visitor. */
  readonly refusal?: MailRefusal;
}

export interface MailRefusal {
  readonly status: number;
  /** The endpoint's own words, when it gave any. */
  readonly reply: string | null;
}

/** An earlier version kept one mail for each form, without an id. */
type StoredMail = Omit<WaitingMail, "id"> & { readonly id?: string };

const waiting = keptList(WAITING_MAILS_KEY, isStoredMail);

/** A mail that a visitor has just written. */
export async function newWaitingMail(
  form: MailForm,
  typed: WaitingMail["typed"],
  mail: MailRequest,
): Promise<WaitingMail> {
  const now = new Date();
  return {
    id: crypto.getRandomValues(new Uint32Array(4)).join("-"),
    form,
    typed,
    mail,
    idempotencyKey: await formMailKey(form, mail, now),
    keptAt: now.toISOString(),
  };
}

/** What waits, of the last month, oldest first. */
export function readWaitingMails(now: Date = new Date()): WaitingMail[] {
  const oldest = new Date(now.getTime() - KEPT_MS).toISOString();
  const mails = waiting.read();
  const young = mails.filter(({ keptAt }) => keptAt > oldest);
  if (young.length < mails.length) waiting.store(young);
  return young.map((mail) => ({ ...mail, id: mail.id ?? `${mail.form}:${mail.keptAt}` }));
}

/** The mail with this id; null when it waits no more. */
export function findWaitingMail(id: string): WaitingMail | null {
  return readWaitingMails().find((mail) => mail.id === id) ?? null;
}

/**
 * Keeps a mail beside all others, in the place of what was kept under its id.
 * @returns whether the browser keeps it when the page is left.
 */
export function keepWaitingMail(mail: WaitingMail): boolean {
  return waiting.store([...readWaitingMails().filter(({ id }) => id !== mail.id), mail]);
}

/** The mail was accepted, or is not to be sent any more. */
export function forgetWaitingMail(id: string): void {
  waiting.store(readWaitingMails().filter((mail) => mail.id !== id));
}

function isStoredMail(value: unknown): value is StoredMail {
  const mail = value as Partial<StoredMail> | null;
  return (
    (mail?.form === "contact" || mail?.form === "newsletter") &&
    typeof mail.typed === "object" &&
    mail.typed !== null &&
    typeof mail.keptAt === "string" &&
    typeof mail.mail?.body?.message === "string"
  );
}
