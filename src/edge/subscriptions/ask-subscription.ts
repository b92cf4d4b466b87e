/** Double opt-in: an address is on a list once someone who reads its mails has confirmed it. */

import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { learnerKeys } from "~/domain/enrolment/learner-keys.ts";
import { addUsage, countersFor, dayOf } from "~/edge/limits/usage-counts.ts";
import { log } from "~/edge/log.ts";
import { enqueueLearnerMail } from "~/edge/mail/learner-mail.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";

export type SubscriptionList =
  | { readonly name: "newsletter" }
  | { readonly name: "opening" /** null for any course. */; readonly courseId: string | null };

/** Beyond these, to one address or in all, no mails are sent, and the answer stays the same. */
const MOST_A_DAY = { address: 3, everybody: 2000 };

/**
 * Stores a request, and mails the address to confirm it; an address that is on the list already gets no mail. Rejects when
 * the database fails.
 */
export async function askSubscription(
  context: PaymentContext,
  email: string,
  list: SubscriptionList,
): Promise<void> {
  const { db, now, templates } = context;
  const emailKey = learnerKeys({ email, phone: "" }).email ?? "";
  const usage = await addUsage(db, dayOf(now), await countersFor("subscriptions", emailKey, now));
  if (usage.visitor.count > MOST_A_DAY.address || usage.everybody.count > MOST_A_DAY.everybody) {
    log("subscriptions-limited", {});
    return;
  }
  const courseId = list.name === "opening" ? (list.courseId ?? "") : "";
  const row = await db
    .prepare(
      `INSERT INTO subscriptions (email, email_key, list, course_id, token, asked_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at
       RETURNING id, token, confirmed_at AS confirmedAt`,
    )
    .bind(email, emailKey, list.name, courseId, newKey(), now.toISOString())
    .first<{ id: number; token: string; confirmedAt: string | null }>();
  if (!row || row.confirmedAt !== null) return;
  await enqueueLearnerMail(context, {
    name: "confirm",
    to: email,
    key: `subscription:${row.id}:${now.toISOString()}`,
    values: {
      about: aboutList(context, list),
      confirmLink: subscriptionLink(templates.academy.site, row.token),
      stopLink: subscriptionLink(templates.academy.site, row.token, "/stop"),
    },
  });
}

/** "news of courses and dates", "the next cohort of DevOps Full". */
function aboutList({ prices }: PaymentContext, list: SubscriptionList): string {
  if (list.name === "newsletter") return "news of courses and dates";
  const course = prices.registrationCourses.find(({ id }) => id === list.courseId);
  return course ? `the next cohort of ${course.name}` : "the next cohort";
}

/** @param act "" asks to confirm, "/stop" to leave */
export function subscriptionLink(site: URL, token: string, act: "" | "/stop" = ""): URL {
  return new URL(`/prod/subscriptions/${token}${act}`, site);
}
