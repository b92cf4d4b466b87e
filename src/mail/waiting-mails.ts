/**
 * Mails of forms that were sent without a network: kept in this browser until they are delivered.
 *
 * One for each form, the last one that was sent. It leaves when it was accepted, when the visitor takes it back, or
 * after a month: what somebody typed must not lie in a browser for ever.
 */
import { WAITING_MAILS_KEY } from "~/stores/browser-storage.ts";
import { KEPT_MS, keptList } from "./kept-list.ts";
import type { MailRequest } from "./mail-client.ts";

export type MailForm = "contact" | "newsletter";

export interface WaitingMail {
  readonly form: MailForm;
  /** What was typed, by the name of its field: the form shows it again. */
  readonly typed: Readonly<Record<string, string>>;
  readonly mail: MailRequest;
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

const waiting = keptList(WAITING_MAILS_KEY, isWaitingMail);

/** What waits, of the last month. */
export function readWaitingMails(now: Date = new Date()): WaitingMail[] {
  const oldest = new Date(now.getTime() - KEPT_MS).toISOString();
  const mails = waiting.read();
  const young = mails.filter(({ keptAt }) => keptAt > oldest);
  if (young.length < mails.length) waiting.store(young);
  return young;
}

/** The form's mail that waits; null when none does. */
export function findWaitingMail(form: MailForm): WaitingMail | null {
  return readWaitingMails().find((mail) => mail.form === form) ?? null;
}

/**
 * Keeps a mail, in the place of an earlier one of the same form.
 * @returns whether the browser keeps it when the page is left.
 */
export function keepWaitingMail(mail: WaitingMail): boolean {
  return waiting.store([...readWaitingMails().filter(({ form }) => form !== mail.form), mail]);
}

/** The form's mail was accepted, or is not to be sent any more. */
export function forgetWaitingMail(form: MailForm): void {
  waiting.store(readWaitingMails().filter((mail) => mail.form !== form));
}

function isWaitingMail(value: unknown): value is WaitingMail {
  const mail = value as Partial<WaitingMail> | null;
  return (
    (mail?.form === "contact" || mail?.form === "newsletter") &&
    typeof mail.typed === "object" &&
    mail.typed !== null &&
    typeof mail.keptAt === "string" &&
    typeof mail.mail?.body?.message === "string"
  );
}
