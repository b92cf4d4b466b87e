import { cohortState, type NextCohort } from "~/domain/dates/cohort.ts";
import { dayOf, lagosDay } from "~/domain/dates/day.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { seatsLeft } from "~/edge/enrolments/cohort-seats.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { addUsage, countersFor, usageOf } from "~/edge/limits/usage-limits.ts";
import { log } from "~/edge/log.ts";
import { enqueueLearnerMail, enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/retention.ts";
import {
  addSubscription,
  confirmedForOpening,
  deleteUnconfirmed,
  deletingSubscription,
  emailKeyOf,
  findUnanswered,
  noteAnswered,
  type SubscriptionList,
  unansweredBefore,
} from "./subscription-store.ts";

/** Double opt-in: an address is on a list only after a reader of its mails has confirmed it. */

/**
 * The daily limits of requests by one visitor, of mails to one address, and of all mails. Beyond an address's
 * limit the answer is the same, and no mail is sent.
 */
const MOST_A_DAY = { visitor: 100, address: 3, everybody: 2000 };

const OF_VISITOR = "subscriptions-visitor";
const OF_ALL = "subscriptions";

const RETRY_LATER = { "retry-after": "3600" };

/**
 * Refuses with 429 a visitor with too many requests today, and with 503 once all mails of the day are
 * written; `null` if neither applies.
 */
export async function subscriptionRefusal(
  { db, now }: AppContext,
  visitor: string,
): Promise<Response | null> {
  const counters = { ...(await countersFor(OF_VISITOR, visitor, now)), everybody: OF_ALL };
  const usage = await usageOf(db, dayOf(now), counters);
  if (usage.visitor.count >= MOST_A_DAY.visitor) {
    const message = "Too many sign-ups from your connection today. Please try again tomorrow.";
    return jsonResponse(429, { message }, RETRY_LATER);
  }
  if (usage.everybody.count >= MOST_A_DAY.everybody) {
    const message = "We can't confirm more sign-ups today. Please try again tomorrow.";
    return jsonResponse(503, { message }, RETRY_LATER);
  }
  return null;
}

/** Stores a request. A job mails the address later, so the answer's time reveals nothing about it. */
export async function requestSubscription(
  { db, jobs, now }: AppContext,
  email: string,
  list: SubscriptionList,
  visitor: string,
): Promise<void> {
  await addUsage(db, dayOf(now), await countersFor(OF_VISITOR, visitor, now));
  const id = await addSubscription(db, email, list, now);
  if (id !== null) await enqueueJob(jobs, { type: "subscription", id });
}

/** Asks an address by mail to confirm its subscription, unless it is confirmed already. */
export async function answerSubscription(context: AppContext, id: number): Promise<void> {
  const { db, now, templates } = context;
  const subscription = await findUnanswered(db, id);
  if (!subscription) return;
  const { email, list, token, requestedAt, confirmedAt } = subscription;
  if (confirmedAt === null && (await countMail(context, email))) {
    await enqueueLearnerMail(context, {
      name: "confirm",
      to: email,
      key: `subscription:${id}:${requestedAt}`,
      values: {
        about: aboutList(context, list),
        confirmLink: subscriptionLink(templates.academy.site, token),
        stopLink: subscriptionLink(templates.academy.site, token, "/stop"),
      },
    });
  }
  await noteAnswered(db, subscription, now);
}

/** The delay after which a sweep answers a request, because its job was lost. */
const OVERDUE_MS = 2 * 60_000;
const A_SWEEP = 50;

export async function answerOverdueSubscriptions(context: AppContext): Promise<void> {
  const overdueSince = new Date(context.now.getTime() - OVERDUE_MS);
  for (const id of await unansweredBefore(context.db, overdueSince, A_SWEEP))
    await answerSubscription(context, id);
}

/** Counts a mail before it is written. @returns whether it is within the day's limits */
async function countMail({ db, now }: AppContext, email: string): Promise<boolean> {
  const counters = await countersFor(OF_ALL, mailboxOf(email), now);
  const usage = await usageOf(db, dayOf(now), counters);
  const isWithin = usage.visitor.count < MOST_A_DAY.address && usage.everybody.count < MOST_A_DAY.everybody;
  if (isWithin) await addUsage(db, dayOf(now), counters);
  else log("subscriptions-limited", {});
  return isWithin;
}

/**
 * Returns the mailbox of an address. Its owner may put anything after a plus, and at Gmail dots anywhere, so
 * both are dropped.
 */
function mailboxOf(email: string): string {
  return emailKeyOf(email).replace(/\+[^@]*(?=@)|\.(?=.*@)/g, "");
}

/** Names a list: "news of courses and dates", "the next cohort of DevOps Full". */
function aboutList({ prices }: AppContext, list: SubscriptionList): string {
  if (list.name === "newsletter") return "news of courses and dates";
  const course = prices.registrationCourses.find(({ id }) => id === list.courseId);
  return course ? `the next cohort of ${course.name}` : "the next cohort";
}

/** @param action empty for the link that confirms, "/stop" for the one that unsubscribes */
export function subscriptionLink(site: URL, token: string, action: "" | "/stop" = ""): URL {
  return new URL(`/prod/subscriptions/${token}${action}`, site);
}

/** Notifies subscribers once that registration is open, and deletes their subscriptions. */
export async function notifyOpenings(context: AppContext, cohort: NextCohort): Promise<void> {
  const { db, now, templates, prices } = context;
  await deleteUnconfirmed(db, oldestKept(RETENTION_DAYS.unconfirmedSubscription, now));
  const { counted } = cohort;
  const left = counted === undefined ? null : (await seatsLeft(context, [counted])).get(counted);
  const state = cohortState(cohort, lagosDay(now), left).name;
  if (state !== "open" && state !== "last-days") return;
  for (const { id, email, list } of await confirmedForOpening(db, A_SWEEP)) {
    const courseId = list.name === "opening" ? list.courseId : null;
    const course = prices.registrationCourses.find((candidate) => candidate.id === courseId);
    const path = course ? `/Signup?course=${encodeURIComponent(course.id)}` : "/Signup";
    const key = `opening:${id}`;
    await db.batch([
      storingLearnerMail(context, {
        name: "opening",
        to: email,
        key,
        values: {
          courseName: course?.name ?? null,
          starts: cohort.starts,
          closes: cohort.closes,
          signupLink: new URL(path, templates.academy.site),
        },
      }),
      deletingSubscription(db, id),
    ]);
    await enqueueLearnerMails(context, key);
  }
}
