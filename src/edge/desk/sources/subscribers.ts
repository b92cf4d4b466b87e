import { lagosDay } from "~/domain/dates/day.ts";
import { csvLine } from "~/edge/desk/csv.ts";
import { subscriptionLink } from "~/edge/subscriptions/ask-subscription.ts";
import { confirmedReaders } from "~/edge/subscriptions/subscription-store.ts";
import { csvHeaders } from "../csv.ts";
import type { DeskRequest } from "../desk-request.ts";
import { noteInTrail } from "../trail.ts";

/**
 * The newsletter's readers as CSV, each with the link that unsubscribes in one click, for the newsletter's author: POST.
 * The trail records who took it. @throws when the database fails
 */
export async function exportSubscribers(request: DeskRequest): Promise<Response> {
  const { db, now, templates } = request.context;
  const readers = await confirmedReaders(db);
  await noteInTrail(request, { action: "export", summary: "Downloaded the newsletter's readers" });
  const lines = readers.map(({ email, confirmedAt, token }) =>
    csvLine([email, confirmedAt ?? "", subscriptionLink(templates.academy.site, token, "/stop").href]),
  );
  const head = csvLine(["Email", "Confirmed (UTC)", "Unsubscribe link"]);
  // A byte order mark, by which spreadsheets know that it is UTF-8.
  return new Response(`\uFEFF${head}${lines.join("")}`, {
    headers: csvHeaders(`newsletter-${lagosDay(now)}.csv`),
  });
}
