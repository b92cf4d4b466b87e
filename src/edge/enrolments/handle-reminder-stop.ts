import { isKey } from "~/domain/enrolment/enrolment-key.ts";
import { COMMON_HEADERS } from "~/domain/headers/common-headers.ts";
import type { Database } from "~/edge/database.ts";
import { readLimitedText } from "~/edge/http/read-limited-text.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { MAX_EMPTY_BYTES } from "~/edge/payments/body-limits.ts";
import { withdrawingReminders } from "./enrolment-mails.ts";

/**
 * Stops an enrolment's reminders, for whoever has the address that they came with: GET asks, since programs that look
 * through mails open every address in them; POST stops, also in one click from a mailbox (RFC 8058).
 *
 * 200 a page in words · 404 such an address was never made · 405 · 503 the database failed. Never rejects.
 * @param token in the address: good for this alone
 */
export async function handleReminderStop(
  request: Request,
  token: string,
  { db, now }: { db: Database; now: Date },
): Promise<Response> {
  await readLimitedText(request, MAX_EMPTY_BYTES);
  if (!["GET", "HEAD", "POST"].includes(request.method)) {
    return page(405, "This address is opened from a mail", "", { allow: "GET, HEAD, POST" });
  }
  try {
    const known = isKey(token)
      ? await db.prepare("SELECT id FROM enrolments WHERE stop_token = ?").bind(token).first<{ id: string }>()
      : null;
    if (!known) {
      return page(
        404,
        "This link stops nothing",
        "It may have been cut off on its way. Open the link in the mail again.",
      );
    }
    if (request.method !== "POST") {
      return page(
        200,
        "Stop payment reminders?",
        "What is due stays due, and you still get receipts.",
        {},
        `<form method="post"><button>Stop reminders</button></form>`,
      );
    }
    await db.batch([
      db
        .prepare(
          `UPDATE enrolments SET reminders_stopped_at = coalesce(reminders_stopped_at, ?), version = version + 1
           WHERE stop_token = ?`,
        )
        .bind(now.toISOString(), token),
      ...withdrawingReminders(db, known.id),
    ]);
    return page(
      200,
      "Reminders are stopped",
      "You get no more reminders for this course. On My enrolment you can switch them on again.",
    );
  } catch (error) {
    logError("reminders-not-stopped", { reason: reasonOf(error) });
    return page(503, "That did not work just now", "Please open the link again in a minute.", {
      "retry-after": "30",
    });
  }
}

/** A page without script or picture, readable wherever a mail is read. @param form HTML */
function page(
  status: number,
  title: string,
  text: string,
  headers: Record<string, string> = {},
  form = "",
): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body{font:1.125rem/1.5 sans-serif;max-width:34rem;margin:10vh auto;padding:0 1rem}button{font:inherit;padding:.75rem 1.25rem}</style>
<main><h1>${title}</h1><p>${text}</p>${form}<p><a href="/My-enrolment">My enrolment</a></p></main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      ...headers,
    },
  });
}
