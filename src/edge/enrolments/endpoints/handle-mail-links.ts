import { z } from "astro/zod";
import type { Context } from "hono";
import { dayOf } from "~/domain/dates/day.ts";
import { isKey } from "~/domain/enrolment/enrolment-key.ts";
import { learnerKeys } from "~/domain/enrolment/learner.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { statement } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { addUsage, countersFor, usageOf } from "~/edge/limits/usage-limits.ts";
import { log } from "~/edge/log.ts";
import type { Checked } from "~/edge/middleware/request-body.ts";
import { mailLinkPage, tryLinkAgain } from "~/edge/pages/fill-page.ts";
import { emailAddress } from "~/edge/payments/parse-order.ts";
import { confirmAddress, findByAddressToken } from "../address-change.ts";
import { findByUnsubscribeToken, stoppingReminders } from "../enrolment-store.ts";
import { withdrawingReminders } from "../mails/enrolment-mails.ts";

export const linkRequest = z.strictObject({ email: emailAddress }, "must be an object");

/**
 * The daily limits. Beyond them the answer is the same and nothing is written. A request that is dropped
 * counts towards no other limit.
 */
const MOST_A_DAY = { visitor: 100, address: 5, everybody: 5000 };

/**
 * Takes a request for a fresh link. 202 for an unknown address too, after the same work: a job looks the
 * address up later.
 */
export async function handleLinkRequest(c: Checked<typeof linkRequest>): Promise<Response> {
  const { context } = c.env;
  const { db, jobs, now } = context;
  const { email } = c.req.valid("json");
  const emailKey = learnerKeys({ email, phone: "" }).email ?? "";
  if (await isWithinDayLimits(context, { visitor: visitorKey(c.req.raw), emailKey })) {
    const row = await statement(db)`INSERT INTO link_requests (email_key, requested_at)
      VALUES (${emailKey}, ${now}) RETURNING id`.first<{ id: number }>();
    if (row) await enqueueJob(jobs, { type: "links", id: row.id });
  } else {
    log("links-limited", {});
  }
  const message = "If we know this address, your link is on its way by email.";
  return jsonResponse(202, { message });
}

/** Counts a request for a link. @returns whether it is within the daily limits */
async function isWithinDayLimits(
  { db, now }: AppContext,
  { visitor, emailKey }: { visitor: string; emailKey: string },
): Promise<boolean> {
  const day = dayOf(now);
  const visitorUsage = await addUsage(db, day, await countersFor("links-visitor", visitor, now));
  if (visitorUsage.visitor.count > MOST_A_DAY.visitor) return false;
  const counters = await countersFor("links", emailKey, now);
  const earlierUsage = await usageOf(db, day, counters);
  if (earlierUsage.visitor.count >= MOST_A_DAY.address) return false;
  const usage = await addUsage(db, day, counters);
  return usage.visitor.count <= MOST_A_DAY.address && usage.everybody.count <= MOST_A_DAY.everybody;
}

type MailLink = Context<EdgeEnv, `${string}/:token`>;

/** Confirms a learner's new address. GET only shows the question; POST confirms. */
export async function handleAddressLink(c: MailLink): Promise<Response> {
  const { context } = c.env;
  const token = c.req.param("token");
  const enrolment = isKey(token) ? await findByAddressToken(context, token) : null;
  if (!enrolment) return mailLinkPage(c, "address-unknown", { status: 404 });
  if (c.req.raw.method !== "POST") return mailLinkPage(c, "address-question");
  return (await confirmAddress(context, enrolment)) ? mailLinkPage(c, "address-confirmed") : tryLinkAgain(c);
}

/**
 * Stops reminders. GET only shows the question, since mail scanners open every address in a mail; POST stops
 * them, also as a mailbox's one-click request (RFC 8058).
 */
export async function handleReminderStop(c: MailLink): Promise<Response> {
  const { db, now } = c.env.context;
  const token = c.req.param("token");
  const id = isKey(token) ? await findByUnsubscribeToken(db, token) : null;
  if (id === null) return mailLinkPage(c, "reminders-unknown", { status: 404 });
  if (c.req.raw.method !== "POST") return mailLinkPage(c, "reminders-question");
  await db.batch([stoppingReminders(db, id, now), ...withdrawingReminders(db, id)]);
  return mailLinkPage(c, "reminders-stopped");
}
