import { FILL_TIME_HEADER, LEAST_FILL_MS } from "~/domain/contact/fill-time.ts";
import { claimIn } from "~/domain/enrolment/mail-key.ts";
import type { Database } from "../database.ts";
import { jsonResponse } from "../http/json-response.ts";
import { isWithinLimit, type RateLimiter, visitorKey } from "../http/rate-limit.ts";
import { readLimitedText } from "../http/read-limited-text.ts";
import { isFromThisSite, isJson } from "../http/request-checks.ts";
import type { JobQueue } from "../jobs/job.ts";
import { log, logError, reasonOf } from "../log.ts";
import { keepClaim } from "../payments/keep-claim.ts";
import type { AcademyAddresses } from "./academy-addresses.ts";
import { handOver } from "./hand-over.ts";
import { storeMail } from "./mail-store.ts";
import { parseMail } from "./parse-mail.ts";
import { plainText } from "./plain-text.ts";
import { reduceHtml } from "./reduce-html.ts";

/** Largest request body, in bytes: a registration needs about 4 KB. */
export const MAX_MAIL_BYTES = 64 * 1024;

const RETRY_AFTER_SECONDS = "30";
/** The period of the limits in wrangler.jsonc. */
const LIMIT_PERIOD_SECONDS = 60;

/** What the provider says of a paid order takes the place of what the browser says, if it comes so soon. */
const PROVIDER_FIRST_SECONDS = 20;

/** A key is the sender's own word for a mail: `REG-20261121-AAAAAAAAAA:staff-1:paid`. Keys made here begin with "digest:" or "provider:". */
const IDEMPOTENCY_KEY = /^(?!digest:|provider:)[A-Za-z0-9][A-Za-z0-9:._-]{0,127}$/;

const BODY_REFUSALS = {
  "too-large": { status: 413, message: "The mail is larger than 64 KB." },
  "not-utf8": { status: 400, message: "The mail must be UTF-8 text." },
  interrupted: { status: 400, message: "The mail did not arrive completely." },
} as const;

export interface MailTools {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly addresses: AcademyAddresses;
  readonly limits: { readonly visitor: RateLimiter; readonly recipient: RateLimiter };
  /** Whether a payment provider can be asked if a payment is what the browser says of it. */
  readonly canVerify?: boolean;
}

/**
 * Takes one mail of the site: checks where it comes from, reads it, reduces its HTML, stores it and hands it to the
 * queue; the provider is asked about the payment that a registration mail tells of. A mail under an `Idempotency-Key`
 * is stored once for that key, one without a key once for its content.
 *
 * 202 accepted (also when the same mail is sent again) · 400 unreadable or wrong shape · 403 from another site,
 * or not between the academy's own addresses · 405 · 413 · 415 · 429 too many,
 * or sent faster than anybody types: later it is welcome · 503 could not be kept, send it again later.
 * Every answer is `{ message }`. Never rejects.
 */
export async function handleMail(
  request: Request,
  { db, jobs, addresses, limits, canVerify = false }: MailTools,
): Promise<Response> {
  // Read before anything is refused: bytes left in the connection would break its next request.
  const body = await readLimitedText(request, MAX_MAIL_BYTES);
  if (request.method !== "POST") {
    return jsonResponse(405, { message: "Only POST is answered here." }, { allow: "POST" });
  }
  if (!isFromThisSite(request)) {
    return jsonResponse(403, { message: "Mails are taken from the academy's own website only." });
  }
  if (!isJson(request)) {
    return jsonResponse(415, { message: "The mail must be sent as application/json." });
  }

  if (!(await isWithinLimit(limits.visitor, visitorKey(request)))) {
    log("mail-limited", { by: "visitor" });
    return tooMany("Too many messages came from your connection just now.");
  }

  if (!body.ok) {
    const { status, message } = BODY_REFUSALS[body.reason];
    return jsonResponse(status, { message });
  }

  const idempotencyKey = request.headers.get("idempotency-key");
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    return jsonResponse(400, { message: "The Idempotency-Key is not one that is known here." });
  }

  const parsed = parseMail(body.text, addresses);
  if (!parsed.ok) return jsonResponse(parsed.status, { message: parsed.message });

  if (isTooFast(request.headers.get(FILL_TIME_HEADER))) {
    log("mail-too-fast", {});
    return tooMany("That was faster than anybody types.", LEAST_FILL_MS / 1000);
  }
  const message = reduceHtml(parsed.mail.message);
  if (plainText(message) === "") return jsonResponse(400, { message: "body.message holds nothing to read." });

  if (!(await isWithinLimit(limits.recipient, parsed.mail.to))) {
    logError("mail-limited", { by: "recipient" });
    return tooMany("The academy is getting very many messages just now.");
  }

  try {
    const claim = canVerify && idempotencyKey ? claimIn(idempotencyKey) : null;
    const isEndKnown = claim !== null && (await keepClaim(db, claim.reference));
    // Staff have the provider's word for how it ended: "not confirmed" would only be wrong.
    if (isEndKnown && claim.payment === "unconfirmed") return jsonResponse(202, { message: "Accepted" });
    const stored = await storeMail(db, { ...parsed.mail, message, idempotencyKey });
    if (stored.isNew) {
      const delaySeconds = claim?.payment === "paid" ? PROVIDER_FIRST_SECONDS : 0;
      await handOver(jobs, stored.id, { delaySeconds, verify: claim?.reference });
    }
  } catch (error) {
    logError("mail-not-stored", { reason: reasonOf(error) });
    return jsonResponse(
      503,
      { message: "The mail could not be kept just now. Please try again in a minute." },
      { "retry-after": RETRY_AFTER_SECONDS },
    );
  }
  return jsonResponse(202, { message: "Accepted" });
}

/** A form says how long it was open; a mail that no form sent says nothing. */
function isTooFast(openMs: string | null): boolean {
  return openMs !== null && !(Number(openMs) >= LEAST_FILL_MS);
}

function tooMany(why: string, retryAfterSeconds = LIMIT_PERIOD_SECONDS): Response {
  const when = retryAfterSeconds < LIMIT_PERIOD_SECONDS ? "in a moment" : "in a minute";
  return jsonResponse(
    429,
    { message: `${why} Nothing you typed is lost: please send it again ${when}.` },
    { "retry-after": String(retryAfterSeconds) },
  );
}
