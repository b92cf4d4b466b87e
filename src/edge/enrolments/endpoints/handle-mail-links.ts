import type { Context } from "hono";
import { isKey } from "~/domain/enrolment/enrolment-key.ts";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { mailLinkPage, tryLinkAgain } from "~/edge/pages/fill-page.ts";
import { confirmAddress, findByAddressToken } from "../address-change.ts";
import { findByUnsubscribeToken, stoppingReminders } from "../enrolment-store.ts";
import { withdrawingReminders } from "../mails/enrolment-mails.ts";

type MailLink = Context<EdgeEnv, `${string}/:token`>;

/** Answers the link that confirms a learner's new address: GET asks, as below, and POST confirms. */
export async function handleAddressLink(c: MailLink): Promise<Response> {
  const { context } = c.env;
  const token = c.req.param("token");
  const enrolment = isKey(token) ? await findByAddressToken(context, token) : null;
  if (!enrolment) return mailLinkPage(c, "address-unknown", { status: 404 });
  if (c.req.raw.method !== "POST") return mailLinkPage(c, "address-question");
  return (await confirmAddress(context, enrolment)) ? mailLinkPage(c, "address-confirmed") : tryLinkAgain(c);
}

/** GET asks, since mail scanners open every address in a mail; POST stops, also in one click from a mailbox (RFC 8058). */
export async function handleReminderStop(c: MailLink): Promise<Response> {
  const { db, now } = c.env.context;
  const token = c.req.param("token");
  const id = isKey(token) ? await findByUnsubscribeToken(db, token) : null;
  if (id === null) return mailLinkPage(c, "reminders-unknown", { status: 404 });
  if (c.req.raw.method !== "POST") return mailLinkPage(c, "reminders-question");
  await db.batch([stoppingReminders(db, id, now), ...withdrawingReminders(db, id)]);
  return mailLinkPage(c, "reminders-stopped");
}
