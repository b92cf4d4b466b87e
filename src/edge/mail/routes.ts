import { Hono } from "hono";
import { FILL_TIME_HEADER, MIN_FILL_MS, staffRole } from "~/domain/contact/contact-message.ts";
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { keyForRole, referenceOfKey } from "~/domain/payments/reference.ts";
import type { AppContext, EdgeBindings, EdgeEnv } from "~/edge/app-context.ts";
import type { LimitedText } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { isWithinLimit, type RateLimiter, visitorKey } from "~/edge/limits/rate-limit.ts";
import { byteLength, storeUnproven } from "~/edge/limits/store-unproven.ts";
import { log, logError } from "~/edge/log.ts";
import { onFailure, ownPages, unavailable } from "~/edge/middleware/answers.ts";
import { body, jsonType } from "~/edge/middleware/request-body.ts";
import { enqueueMail, type StoreResult, storeMail } from "./mail-store.ts";
import { parseMail } from "./parse-mail.ts";
import { plainText, reduceHtml } from "./reduce-html.ts";

interface MailFollowers {
  readonly unverified: (bindings: EdgeBindings) => UnverifiedPayments;
  readonly newsletter: (bindings: EdgeBindings) => Newsletter;
}

/** The mails that the site's pages send. Its limits are handleMail's: they depend on what a mail is about. */
export function mailRoutes({ unverified, newsletter }: MailFollowers) {
  return new Hono<EdgeEnv>().post(
    "/prod/mailing",
    body(MAX_MAIL_BYTES),
    ownPages("Mails are"),
    jsonType("The mail"),
    onFailure({
      event: "mail-not-stored",
      answer: unavailable("We couldn't save your message just now. Please try again in a minute.", 30),
    }),
    (c) =>
      handleMail(c.req.raw, c.var.body, {
        ...c.env.context,
        limits: c.env.mailLimits,
        unverified: unverified(c.env),
        newsletter: newsletter(c.env),
      }),
  );
}

/** Largest request body, in bytes: a registration needs about 4 KB. */
export const MAX_MAIL_BYTES = 64 * 1024;

/** The period of the limits in wrangler.jsonc. */
const LIMIT_PERIOD_SECONDS = 60;

/** A key that begins with a lower-case word is a form's or the edge's: its mail would count as stored already. */
const IDEMPOTENCY_KEY = /^(?:(?:contact|newsletter):|(?![a-z]+:))[A-Za-z0-9][A-Za-z0-9:._-]{0,127}$/;

/** About what a mail takes in the database beside its text. */
const ROW_BYTES = 1000;

const BODY_REFUSALS = {
  "too-large": { status: 413, message: "The mail is larger than 64 KB." },
  "not-utf8": { status: 400, message: "The mail must be UTF-8 text." },
  interrupted: { status: 400, message: "The mail did not arrive completely." },
} as const;

export interface KnownPayment {
  /** Its outcome is known: staff have been notified. */
  readonly isResolved: boolean;
  /** The edge notifies staff of it, once its provider reports it: there is somebody to ask. */
  readonly isReported: boolean;
}

export interface UnverifiedPayments {
  /** What is known of a payment; null while its order is not stored. */
  find(reference: string): Promise<KnownPayment | null>;
  /** Sees to it that the provider is asked about a payment; null where none is set up. */
  readonly record: ((reference: string, visitor: string) => Promise<void>) | null;
}

export interface Newsletter {
  /** The answer where no sign-up of a visitor is taken today. */
  refusal(visitor: string): Promise<Response | null>;
  /** Called once for each sign-up. */
  ask(email: string, visitor: string): Promise<void>;
}

export interface MailTools extends Pick<AppContext, "db" | "jobs" | "addresses" | "now"> {
  readonly limits: { readonly visitor: RateLimiter; readonly recipient: RateLimiter };
  readonly unverified: UnverifiedPayments;
  readonly newsletter: Newsletter;
}

/**
 * Takes one mail: reads it, reduces its HTML, stores and enqueues it, once for its `Idempotency-Key` or else its content. One about
 * a payment that is known here is only acknowledged where the edge can ask the provider, and notifies staff of what that reports.
 * 202 also when it is sent again · 400 · 403 not between the academy's own addresses · 413 · 429 · 503 no more are stored today.
 */
async function handleMail(
  request: Request,
  body: LimitedText,
  { db, jobs, addresses, limits, unverified, newsletter, now }: MailTools,
): Promise<Response> {
  const visitor = visitorKey(request);
  const idempotencyKey = request.headers.get("idempotency-key");
  const reference = idempotencyKey ? referenceOfKey(idempotencyKey) : null;
  const payment = reference ? await unverified.find(reference) : null;
  if (!(await isWithinLimit(limits.visitor, payment ? `payment:${reference}` : visitor))) {
    log("mail-limited", { by: "visitor" });
    return tooMany("Too many messages came from your connection just now.");
  }

  if (!body.ok) {
    const { status, message } = BODY_REFUSALS[body.reason];
    return jsonResponse(status, { message });
  }
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    return jsonResponse(400, { message: "The Idempotency-Key is not one that is known here." });
  }
  const parsed = parseMail(body.text, addresses);
  if (!parsed.ok) return jsonResponse(parsed.status, { message: parsed.message });
  if (reference && payment?.isReported) {
    if (!payment.isResolved) await enqueueJob(jobs, { type: "verify", reference });
    return accepted();
  }

  if (isTooFast(request.headers.get(FILL_TIME_HEADER))) {
    log("mail-too-fast", {});
    return tooMany("That was faster than anybody types.", MIN_FILL_MS / 1000);
  }
  const { to } = parsed.mail;
  // Roles that share an address share a key, so that it gets one copy.
  const role = addresses.staff.includes(to) ? staffRole(addresses.staff.indexOf(to)) : null;
  const storedKey = idempotencyKey && role ? keyForRole(idempotencyKey, role) : idempotencyKey;
  const message = reduceHtml(parsed.mail.message);
  if (plainText(message) === "") return jsonResponse(400, { message: "body.message holds nothing to read." });

  if (!(await isWithinLimit(limits.recipient, to))) {
    logError("mail-limited", { by: "recipient" });
    return tooMany("The academy is getting very many messages just now.");
  }

  const subscriber = subscriberIn(parsed.mail.subject, message);
  const refusal = subscriber === null ? null : await newsletter.refusal(visitor);
  if (refusal) return refusal;
  let stored = { isNew: false } as StoreResult;
  const isKept = await storeUnproven(
    { db, now },
    {
      what: "mail",
      whose: payment ? `payment:${reference}` : visitor,
      bytes: ROW_BYTES + byteLength(message),
    },
    {
      isKnown: async () => false,
      store: async () => {
        stored = await storeMail(
          db,
          { ...parsed.mail, message, idempotencyKey: storedKey, isFromVisitor: true },
          now,
        );
        return stored.isNew;
      },
    },
  );
  if (!isKept) return full();
  if (reference && unverified.record) {
    await unverified.record(reference, visitor);
    if (stored.isNew) await enqueueJob(jobs, { type: "verify", reference });
  }
  if (stored.isNew && subscriber !== null) await newsletter.ask(subscriber, visitor);
  if (stored.isNew) await enqueueMail(jobs, stored.id);
  return accepted();
}

function accepted(): Response {
  return jsonResponse(202, { message: "Accepted" });
}

function subscriberIn(subject: string, html: string): string | null {
  if (subject !== "Newsletter") return null;
  // Word by word: an expression that looks for the @ reads a text without one from each of its letters on.
  return (
    plainText(html)
      .split(/[\s<>:]+/)
      .find(isEmailAddress) ?? null
  );
}

/** A form sends how long it was open; a mail that no form sent has no such header. */
function isTooFast(openMs: string | null): boolean {
  return openMs !== null && !(Number(openMs) >= MIN_FILL_MS);
}

function full(): Response {
  const message =
    "We've had too many messages today to take this one. Nothing you typed is lost. Please send it again tomorrow.";
  return jsonResponse(503, { message }, { "retry-after": "3600" });
}

function tooMany(why: string, retryAfterSeconds = LIMIT_PERIOD_SECONDS): Response {
  const when = retryAfterSeconds < LIMIT_PERIOD_SECONDS ? "in a moment" : "in a minute";
  return jsonResponse(
    429,
    { message: `${why} Nothing you typed is lost: please send it again ${when}.` },
    { "retry-after": String(retryAfterSeconds) },
  );
}
