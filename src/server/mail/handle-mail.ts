import { jsonResponse } from "~/server/json-response.ts";
import type { AcademyAddresses } from "./academy-addresses.ts";
import { type MailDatabase, storeMail } from "./mail-store.ts";
import { parseMail } from "./parse-mail.ts";
import { readLimitedText } from "./read-limited-text.ts";
import { reduceHtml } from "./reduce-html.ts";

/** Largest request body, in bytes: a registration needs about 4 KB. */
export const MAX_MAIL_BYTES = 64 * 1024;

const RETRY_AFTER_SECONDS = "30";

const BODY_REFUSALS = {
  "too-large": { status: 413, message: "The mail is larger than 64 KB." },
  "not-utf8": { status: 400, message: "The mail must be UTF-8 text." },
  interrupted: { status: 400, message: "The mail did not arrive completely." },
} as const;

/**
 * Takes one mail of the site: checks where it comes from, reads it, reduces its HTML and keeps it.
 *
 * 202 accepted (also when the same mail is sent again) · 400 unreadable or wrong shape · 403 from another site,
 * or not between the academy's own addresses · 405 · 413 · 415 · 503 could not be kept, send it again later.
 * Every answer is `{ message }`. Never rejects.
 */
export async function handleMail(
  request: Request,
  { db, addresses }: { db: MailDatabase; addresses: AcademyAddresses },
): Promise<Response> {
  // Read before anything is refused: bytes left in the connection would break its next request.
  const body = await readLimitedText(request, MAX_MAIL_BYTES);
  if (request.method !== "POST") {
    return jsonResponse(405, { message: "Only POST is answered here." }, { allow: "POST" });
  }
  if (!isFromThisSite(request)) {
    return jsonResponse(403, { message: "Mails are taken from the academy's own website only." });
  }
  // A form on another site cannot send this type without the browser asking us first.
  if (!isJson(request.headers.get("content-type"))) {
    return jsonResponse(415, { message: "The mail must be sent as application/json." });
  }

  if (!body.ok) {
    const { status, message } = BODY_REFUSALS[body.reason];
    return jsonResponse(status, { message });
  }

  const parsed = parseMail(body.text, addresses);
  if (!parsed.ok) return jsonResponse(parsed.status, { message: parsed.message });

  const message = reduceHtml(parsed.mail.message);
  if (message === "") return jsonResponse(400, { message: "body.message holds nothing to read." });

  try {
    await storeMail(db, { ...parsed.mail, message });
  } catch (error) {
    reportStoreFailure(error);
    return jsonResponse(
      503,
      { message: "The mail could not be kept just now. Please try again in a minute." },
      { "retry-after": RETRY_AFTER_SECONDS },
    );
  }
  return jsonResponse(202, { message: "Accepted" });
}

/** Browsers name the page's origin on every POST; a caller without a browser sends none. */
function isFromThisSite(request: Request): boolean {
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}

function isJson(contentType: string | null): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/** Tells the operator that mails are being lost; the mail itself, which is personal, stays out of the log. */
function reportStoreFailure(error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown reason";
  console.error(`A mail could not be kept: ${reason}`);
}
