import { isKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Database } from "~/edge/database.ts";
import { mailPage } from "~/edge/http/mail-page.ts";
import { findByUnsubscribeToken, stoppingReminders } from "../enrolment-store.ts";
import { withdrawingReminders } from "../mails/enrolment-mails.ts";

/**
 * Stops an enrolment's reminders, for whoever has the address that they came with: GET asks, since mail scanners open every
 * address in a mail; POST stops, also in one click from a mailbox (RFC 8058).
 *
 * 200 a page in words · 404 an unknown address.
 * @param token in the address: good for this alone
 * @throws when the database fails
 */
export async function handleReminderStop(
  request: Request,
  token: string,
  { db, now }: { db: Database; now: Date },
): Promise<Response> {
  const id = isKey(token) ? await findByUnsubscribeToken(db, token) : null;
  if (id === null) {
    return page(
      404,
      "This link doesn't work",
      "Part of it may be missing. Open the link in the email again.",
    );
  }
  if (request.method !== "POST") {
    return page(
      200,
      "Stop payment reminders?",
      "You still owe the remaining payments, and you still get receipts.",
      {},
      `<form method="post"><button>Stop reminders</button></form>`,
    );
  }
  await db.batch([stoppingReminders(db, id, now), ...withdrawingReminders(db, id)]);
  return page(
    200,
    "Reminders stopped",
    "You won't get reminders for this course. You can switch them back on in My enrolment.",
  );
}

/** Where the page leads on to. */
export const MY_ENROLMENT = { href: "/My-enrolment", text: "My enrolment" };

/** @param form HTML */
function page(
  status: number,
  title: string,
  text: string,
  headers: Record<string, string> = {},
  form = "",
): Response {
  return mailPage({ status, title, text, form, headers, back: MY_ENROLMENT });
}
