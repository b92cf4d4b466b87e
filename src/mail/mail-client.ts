import ky, { HTTPError, TimeoutError } from "ky";
import { FILL_TIME_HEADER } from "~/domain/contact/fill-time.ts";
import { isOwnEdge } from "./own-edge.ts";

/**
 * The body of the mail endpoint, as any gateway that takes its place must accept it. A gateway is given addresses, the
 * academy's own server roles.
 */
export interface MailRequest {
  readonly config: { readonly fromEmailAddress: string; readonly toEmailAddress: string };
  /** `message` is HTML in which everything a visitor typed is escaped. */
  readonly body: { readonly subject: string; readonly message: string };
}

/** Between which of the academy's roles or addresses a visitor's mail travels. */
export interface MailRoute {
  readonly from: string;
  readonly to: string;
}

export const MAIL_TIMEOUT_MS = 15_000;

/** A mail that was not accepted. */
export class MailError extends Error {
  override readonly name = "MailError";
  constructor(
    /** HTTP status of the answer; null when there was none. */
    readonly status: number | null,
    message: string,
    /** What the endpoint itself said, in words for people; null when it said nothing. */
    readonly reply: string | null = null,
  ) {
    super(message);
  }
}

/** What only the academy's own server is told, in headers. */
export interface MailFacts {
  /** Mails under the same key are one mail. */
  readonly idempotencyKey?: string;
  /** How long the page with the form was open, in milliseconds. */
  readonly openMs?: number;
}

/**
 * Sends one mail; any 2xx is success.
 * @throws MailError with the endpoint's own message where it gave one.
 */
export async function sendMail(mail: MailRequest, facts: MailFacts = {}): Promise<void> {
  const endpoint = import.meta.env.PUBLIC_MAIL_ENDPOINT || "/prod/mailing";
  try {
    await ky.post(new URL(endpoint, location.origin), {
      json: mail,
      headers: isOwnEdge() ? headersFor(facts) : {},
      timeout: MAIL_TIMEOUT_MS,
      retry: 0,
    });
  } catch (error) {
    throw toMailError(error);
  }
}

function headersFor({ idempotencyKey, openMs }: MailFacts): Record<string, string> {
  return {
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(openMs !== undefined && { [FILL_TIME_HEADER]: String(openMs) }),
  };
}

function toMailError(error: unknown): MailError {
  if (error instanceof HTTPError) {
    const reply = messageIn(error.data);
    return new MailError(error.response.status, reply ?? error.message, reply);
  }
  if (error instanceof TimeoutError) return new MailError(null, "The mail endpoint did not answer in time.");
  return new MailError(null, "The mail endpoint could not be reached.");
}

function messageIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("message" in answer)) return null;
  return typeof answer.message === "string" && answer.message !== "" ? answer.message : null;
}
