import { Hono } from "hono";
import { FILL_TIME_HEADER, MIN_FILL_MS, staffRole } from "~/domain/contact/contact-message.ts";
import { keyForRole, referenceOfKey } from "~/domain/payments/reference.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { isWithinLimit, visitorKey } from "~/edge/limits/rate-limit.ts";
import { byteLength, storeUnproven } from "~/edge/limits/usage-limits.ts";
import { log, logError } from "~/edge/log.ts";
import { onFailure, unavailable } from "~/edge/middleware/answers.ts";
import { type Checked, pageJson, shape } from "~/edge/middleware/request-body.ts";
import { findNoticeState, recordUnverified } from "~/edge/payment-lifecycle/register-order.ts";
import { storingMessage } from "~/edge/requests/request-store.ts";
import { requestSubscription, subscriptionRefusal } from "~/edge/subscriptions/request-subscription.ts";
import { enqueueMail, keyOf, type MailToStore, type StoreResult, storeMail } from "./mail-store.ts";
import { postedMail, readMail } from "./posted-mail.ts";

/** The largest request body, in bytes. A registration needs about 4 KB. */
export const MAX_MAIL_BYTES = 64 * 1024;

/** The route for mails that the site's pages send. `handleMail` has its limits, which depend on the mail. */
export function mailRoutes() {
  return new Hono<EdgeEnv>().post(
    "/prod/mailing",
    pageJson(MAX_MAIL_BYTES),
    onFailure({
      event: "mail-not-stored",
      answer: unavailable("We couldn't save your message just now. Please try again in a minute.", 30),
    }),
    shape(postedMail, "The mail"),
    handleMail,
  );
}

/** The period of the limits in wrangler.jsonc. */
const LIMIT_PERIOD_SECONDS = 60;

/** The bytes that a mail takes in the database beside its text, roughly. */
const ROW_BYTES = 1000;

/**
 * Takes one mail: stores and enqueues it, once for its `Idempotency-Key` or its content. A mail whose key
 * names a payment is a registration's.
 * 202: accepted, also if it is sent again.
 * 400: not readable.
 * 403: the sender or recipient is not one of the academy's addresses, or no form sends the subject.
 * 413: too large.
 * 429: too many.
 * 503: no more are stored today.
 */
async function handleMail(c: Checked<typeof postedMail>): Promise<Response> {
  const { context, mailLimits } = c.env;
  const visitor = visitorKey(c.req.raw);
  const idempotencyKey = c.req.header("idempotency-key") ?? null;
  const reference = idempotencyKey ? referenceOfKey(idempotencyKey) : null;
  const payment = reference ? await findNoticeState(context, reference) : null;
  const countedBy = payment ? `payment:${reference}` : visitor;
  if (!(await isWithinLimit(mailLimits.visitor, countedBy))) {
    log("mail-limited", { by: "visitor" });
    return tooMany("Too many messages came from your connection just now.");
  }
  const read = readMail(c.req.valid("json"), idempotencyKey, context.addresses);
  if (!read.ok) return jsonResponse(read.status, { message: read.message });
  const { mail, subscriber, message } = read;
  if (reference && payment?.isNotifiedByEdge) {
    // The mail is not stored: the job asks the provider, and its report notifies staff.
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
  const key = keyFor(mail.to, idempotencyKey, context);
  const sent: SentMail = { mail: { ...mail, idempotencyKey: key, isFromVisitor: true }, visitor, countedBy };
  if (reference) return takeRegistration(context, sent, reference);
  if (subscriber !== null) return takeNewsletter(context, sent, subscriber);
  return takeMessage(context, sent, message);
}

interface SentMail {
  readonly mail: MailToStore;
  readonly visitor: string;
  /** The key under which the day's limits count the sender. */
  readonly countedBy: string;
}

/** Takes a registration's mail, unless a provider's report will notify staff of the payment. */
async function takeRegistration(context: AppContext, sent: SentMail, reference: string): Promise<Response> {
  const stored = await storeVisitorMail(context, sent);
  const { paystack, paypal } = context.providers;
  if (stored && (paystack || paypal)) {
    await recordUnverified(context, reference, sent.visitor);
    if (stored.isNew) await enqueueJob(context.jobs, { type: "verify", reference });
  }
  return deliver(context, stored);
}

/** Takes a sign-up for the newsletter, and asks its subscriber to confirm it. */
async function takeNewsletter(context: AppContext, sent: SentMail, subscriber: string): Promise<Response> {
  const refusal = await subscriptionRefusal(context, sent.visitor);
  if (refusal) return refusal;
  const stored = await storeVisitorMail(context, sent);
  if (stored?.isNew) await requestSubscription(context, subscriber, { name: "newsletter" }, sent.visitor);
  return deliver(context, stored);
}

/** Takes a message. @param text the words for the Inbox; `null` if it is not from the contact form */
async function takeMessage(context: AppContext, sent: SentMail, text: string | null): Promise<Response> {
  const { db, now } = context;
  const key = await keyOf(sent.mail, now);
  // The message is stored first, so that the Inbox has it even if a first try failed before the mail was
  // stored.
  const storeText = async () => text !== null && (await storingMessage(db, key, text, now).run());
  return deliver(context, await storeVisitorMail(context, sent, storeText));
}

/**
 * Returns the mail's key with the recipient's first staff role. A page sends one mail to each role, so an
 * address with several roles gets one copy.
 */
function keyFor(to: string, idempotencyKey: string | null, { addresses }: AppContext): string | null {
  const role = addresses.staff.includes(to) ? staffRole(addresses.staff.indexOf(to)) : null;
  return idempotencyKey && role ? keyForRole(idempotencyKey, role) : idempotencyKey;
}

/** Stores a mail, and what belongs to it, within the day's limits. @returns `null` beyond the limits */
function storeVisitorMail(
  context: AppContext,
  { mail, countedBy }: SentMail,
  storeFirst: () => Promise<unknown> = async () => undefined,
): Promise<StoreResult | null> {
  return storeUnproven(
    context,
    { limit: "mail", countedBy, bytes: ROW_BYTES + byteLength(mail.message) },
    {
      // Each mail counts, also a repeated one.
      isKnown: async () => false,
      store: async () => {
        await storeFirst();
        return storeMail(context.db, mail, context.now);
      },
    },
  );
}

/** Enqueues a stored mail, and answers its sender. */
async function deliver({ jobs }: AppContext, stored: StoreResult | null): Promise<Response> {
  if (!stored) return full();
  if (stored.isNew) await enqueueMail(jobs, stored.id);
  return accepted();
}

const accepted = () => jsonResponse(202, { message: "Accepted" });

/** Whether a form was sent sooner than a person fills it in. Mails that no form sent have no such header. */
function isTooFast(openMs: string | undefined): boolean {
  return openMs !== undefined && !(Number(openMs) >= MIN_FILL_MS);
}

function full(): Response {
  const message =
    "We've had too many messages today to take this one. Nothing you typed is lost. Please send it again tomorrow.";
  // The day of the limits may end within the hour.
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
