import { type Context, Hono } from "hono";
import { FILL_TIME_HEADER, MIN_FILL_MS, staffRole } from "~/domain/contact/contact-message.ts";
import { keyForRole, referenceOfKey } from "~/domain/payments/reference.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { isWithinLimit, visitorKey } from "~/edge/limits/rate-limit.ts";
import { byteLength, storeUnproven } from "~/edge/limits/usage-limits.ts";
import { log, logError } from "~/edge/log.ts";
import { onFailure, ownPages, unavailable } from "~/edge/middleware/answers.ts";
import { type BodyEnv, body, jsonType } from "~/edge/middleware/request-body.ts";
import { canAskProviders, findKnown, recordUnverified } from "~/edge/payment-lifecycle/register-order.ts";
import { storingMessage } from "~/edge/requests/request-store.ts";
import { askSubscription, subscriptionRefusal } from "~/edge/subscriptions/ask-subscription.ts";
import { enqueueMail, keyOf, type MailToStore, type StoreResult, storeMail } from "./mail-store.ts";
import { readMail } from "./posted-mail.ts";

/** Largest request body, in bytes: a registration needs about 4 KB. */
export const MAX_MAIL_BYTES = 64 * 1024;

/** The mails that the site's pages send. Its limits are handleMail's: they depend on what a mail is about. */
export function mailRoutes() {
  return new Hono<EdgeEnv>().post(
    "/prod/mailing",
    body(MAX_MAIL_BYTES),
    ownPages("Mails are"),
    jsonType("The mail"),
    onFailure({
      event: "mail-not-stored",
      answer: unavailable("We couldn't save your message just now. Please try again in a minute.", 30),
    }),
    handleMail,
  );
}

/** The period of the limits in wrangler.jsonc. */
const LIMIT_PERIOD_SECONDS = 60;

/** About what a mail takes in the database beside its text. */
const ROW_BYTES = 1000;

/**
 * Takes one mail: reads it, stores and enqueues it, once for its `Idempotency-Key` or else its content. What
 * else it brings about depends on its kind; one whose key names a payment is a registration's.
 * 202 also when it is sent again · 400 · 403 not between the academy's own addresses · 413 · 429 · 503 no
 * more are stored today.
 */
async function handleMail(c: Context<EdgeEnv & BodyEnv>): Promise<Response> {
  const { context, mailLimits } = c.env;
  const visitor = visitorKey(c.req.raw);
  const idempotencyKey = c.req.header("idempotency-key") ?? null;
  const reference = idempotencyKey ? referenceOfKey(idempotencyKey) : null;
  const payment = reference ? await findKnown(context, reference) : null;
  const countedBy = payment ? `payment:${reference}` : visitor;
  if (!(await isWithinLimit(mailLimits.visitor, countedBy))) {
    log("mail-limited", { by: "visitor" });
    return tooMany("Too many messages came from your connection just now.");
  }
  const parsed = readMail(c.var.body, idempotencyKey, context.addresses);
  if (!parsed.ok) return jsonResponse(parsed.status, { message: parsed.message });
  const { mail, subscriber, message } = parsed;
  if (reference && payment?.isReported) {
    // The provider is asked, and staff are notified of what it reports.
    if (!payment.isResolved) await enqueueJob(context.jobs, { type: "verify", reference });
    return accepted();
  }
  if (isTooFast(c.req.header(FILL_TIME_HEADER))) {
    log("mail-too-fast", {});
    return tooMany("That was faster than anybody types.", MIN_FILL_MS / 1000);
  }
  if (!(await isWithinLimit(mailLimits.recipient, mail.to))) {
    logError("mail-limited", { by: "recipient" });
    return tooMany("The academy is getting very many messages just now.");
  }
  const named = { ...mail, idempotencyKey: keyFor(mail.to, idempotencyKey, context), isFromVisitor: true };
  const sent: SentMail = { mail: named, visitor, countedBy };
  if (reference) return takeRegistration(context, sent, reference);
  if (subscriber !== null) return takeNewsletter(context, sent, subscriber);
  return takeMessage(context, sent, message);
}

/** A mail as a visitor has sent it. */
interface SentMail {
  readonly mail: MailToStore;
  readonly visitor: string;
  /** The name under which the day's limits count the sender. */
  readonly countedBy: string;
}

/** Takes the registration of a browser whose order is not stored here. */
async function takeRegistration(context: AppContext, sent: SentMail, reference: string): Promise<Response> {
  const stored = await storeVisitorMail(context, sent);
  if (stored && canAskProviders(context)) {
    await recordUnverified(context, reference, sent.visitor);
    if (stored.isNew) await enqueueJob(context.jobs, { type: "verify", reference });
  }
  return deliver(context, stored);
}

/** Takes a sign-up for the newsletter, which its subscriber is asked to confirm. */
async function takeNewsletter(context: AppContext, sent: SentMail, subscriber: string): Promise<Response> {
  const refusal = await subscriptionRefusal(context, sent.visitor);
  if (refusal) return refusal;
  const stored = await storeVisitorMail(context, sent);
  if (stored?.isNew) await askSubscription(context, subscriber, { name: "newsletter" }, sent.visitor);
  return deliver(context, stored);
}

/** Takes a message. @param text what the Inbox shows of it; null where it is none of the contact form's */
async function takeMessage(context: AppContext, sent: SentMail, text: string | null): Promise<Response> {
  const { db, now } = context;
  const key = await keyOf(sent.mail, now);
  // First, so that a repeated mail whose first try failed in between is in the Inbox, too.
  const storeText = async () => text !== null && (await storingMessage(db, key, text, now).run());
  return deliver(context, await storeVisitorMail(context, sent, storeText));
}

/** Roles that share an address share a key, so that it gets one copy. */
function keyFor(to: string, idempotencyKey: string | null, { addresses }: AppContext): string | null {
  const role = addresses.staff.includes(to) ? staffRole(addresses.staff.indexOf(to)) : null;
  return idempotencyKey && role ? keyForRole(idempotencyKey, role) : idempotencyKey;
}

/**
 * Stores a mail within the limits of a day. @param storeFirst stores what belongs to it
 * @returns null beyond the limits
 */
function storeVisitorMail(
  context: AppContext,
  { mail, countedBy }: SentMail,
  storeFirst: () => Promise<unknown> = async () => undefined,
): Promise<StoreResult | null> {
  return storeUnproven(
    context,
    { limit: "mail", countedBy, bytes: ROW_BYTES + byteLength(mail.message) },
    {
      isKnown: async () => false,
      store: async () => {
        await storeFirst();
        return storeMail(context.db, mail, context.now);
      },
    },
  );
}

/** Enqueues what was stored, and answers its sender. */
async function deliver({ jobs }: AppContext, stored: StoreResult | null): Promise<Response> {
  if (!stored) return full();
  if (stored.isNew) await enqueueMail(jobs, stored.id);
  return accepted();
}

const accepted = () => jsonResponse(202, { message: "Accepted" });

/** A form sends how long it was open; a mail that no form sent has no such header. */
function isTooFast(openMs: string | undefined): boolean {
  return openMs !== undefined && !(Number(openMs) >= MIN_FILL_MS);
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
