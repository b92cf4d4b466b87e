import {
  CONTACT_FIELDS,
  CONTACT_LABELS,
  type ContactMessage,
  FILL_TIME_HEADER,
  type MailRoute,
} from "~/domain/contact/contact-message.ts";
import { readEmail } from "~/domain/contact/email-address.ts";
import { escapeHtml, textIn } from "~/domain/text.ts";
import { sendJson } from "./send-json.ts";

/**
 * The request body of the mail endpoint, or of a gateway. A gateway gets addresses, the edge gets roles.
 */
export interface MailRequest {
  readonly config: { readonly fromEmailAddress: string; readonly toEmailAddress: string };
  /** `message` is HTML in which everything a visitor typed is escaped. */
  readonly body: { readonly subject: string; readonly message: string };
}

const MAIL_TIMEOUT_MS = 15_000;

/** A mail that was not accepted: refused, or without an answer. */
export class MailError extends Error {
  override readonly name = "MailError";
  constructor(
    readonly status: number | null,
    /** The endpoint's message for people; null when it gave none. */
    readonly reply: string | null = null,
  ) {
    super(`The mail was not accepted (${status ?? "no answer"}).`);
  }
}

/** Facts that are sent as headers, and only to the edge. */
interface MailFacts {
  /** Mails with the same key are delivered once. */
  readonly idempotencyKey?: string;
  /** How long the page with the form has been open, in ms. */
  readonly openMs?: number;
}

/**
 * Sends one mail; any 2xx is success.
 * @throws MailError with the endpoint's message, if it gave one
 */
export async function sendMail(mail: MailRequest, facts: MailFacts = {}): Promise<void> {
  const gateway = import.meta.env.PUBLIC_MAIL_ENDPOINT;
  const answer = await sendJson(new URL(gateway || "/prod/mailing", location.origin), {
    json: mail,
    headers: gateway ? {} : headersFor(facts),
    timeoutMs: MAIL_TIMEOUT_MS,
  });
  if (!answer?.ok) throw new MailError(answer?.status ?? null, textIn(answer?.body, "message"));
}

function headersFor({ idempotencyKey, openMs }: MailFacts): Record<string, string> {
  return {
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(openMs !== undefined && { [FILL_TIME_HEADER]: String(openMs) }),
  };
}

export const mailOf = ({ from, to }: MailRoute, subject: string, message: string): MailRequest => ({
  config: { fromEmailAddress: from, toEmailAddress: to },
  body: { subject, message },
});

/** Returns the mail with a visitor's message to the academy; line breaks become <br>. */
export function contactMail(message: ContactMessage, route: MailRoute): MailRequest {
  const sent = { ...message, email: readEmail(message.email) };
  const rows = CONTACT_FIELDS.map(
    (field) => `<tr><th>${CONTACT_LABELS[field]}</th><td>${toHtml(sent[field].trim())}</td></tr>`,
  );
  const table = `<table><tbody>${rows.join("")}</tbody></table>`;
  return mailOf(route, "Contact Form", `<h1>Message from the contact page</h1>${table}`);
}

function toHtml(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, "<br>");
}

/** Returns the mail with an address to subscribe to the newsletter. The edge finds the address in its text. */
export function newsletterMail(email: string, route: MailRoute): MailRequest {
  const text = `Please add this address to the newsletter: ${escapeHtml(readEmail(email))}`;
  return mailOf(route, "Newsletter", `<p>${text}</p>`);
}
