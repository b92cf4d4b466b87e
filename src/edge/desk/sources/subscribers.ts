import { lagosDay } from "~/domain/dates/day.ts";
import type { Database } from "~/edge/database.ts";
import { csvLine } from "~/edge/desk/csv.ts";
import { subscriptionLink } from "~/edge/subscriptions/ask-subscription.ts";
import { csvHeaders } from "../csv.ts";
import type { DeskRequest } from "../desk-request.ts";
import { noteInTrail } from "../trail.ts";

const CONFIRMED = "FROM subscriptions WHERE list = 'newsletter' AND confirmed_at IS NOT NULL";

/** How many readers confirmed the newsletter. Rejects when the database fails. */
export async function countSubscribers(db: Database): Promise<number> {
  const row = await db.prepare(`SELECT COUNT(*) AS count ${CONFIRMED}`).first<{ count: number }>();
  return row?.count ?? 0;
}

/**
 * The newsletter's readers as CSV, each with the link that unsubscribes in one click, for the newsletter's author: POST.
 * The trail records who took it. @throws when the database fails
 */
export async function exportSubscribers(request: DeskRequest): Promise<Response> {
  const { db, now, templates } = request.context;
  const { results } = await db
    .prepare(`SELECT email, confirmed_at AS confirmedAt, token ${CONFIRMED} ORDER BY confirmed_at`)
    .all<{ email: string; confirmedAt: string; token: string }>();
  await noteInTrail(request, { action: "export", summary: "Downloaded the newsletter's readers" });
  const lines = results.map(({ email, confirmedAt, token }) =>
    csvLine([email, confirmedAt, subscriptionLink(templates.academy.site, token, "/stop").href]),
  );
  const head = csvLine(["Email", "Confirmed (UTC)", "Unsubscribe link"]);
  // A byte order mark, by which spreadsheets know that it is UTF-8.
  return new Response(`\uFEFF${head}${lines.join("")}`, {
    headers: csvHeaders(`newsletter-${lagosDay(now)}.csv`),
  });
}
