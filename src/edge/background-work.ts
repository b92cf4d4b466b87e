import { checkRefunds } from "~/edge/payment-lifecycle/check-refunds.ts";
import { sendAlerts } from "./alerts/send-alerts.ts";
import type { AppContext, Dependencies } from "./app-context.ts";
import { answerLinkRequest, answerOverdueRequests } from "./enrolments/background/answer-link-requests.ts";
import { enqueueReminders, sendReminder } from "./enrolments/background/send-reminders.ts";
import { sweepEnrolments } from "./enrolments/background/sweep-enrolments.ts";
import { sendCohortMessages } from "./enrolments/mails/cohort-messages.ts";
import { listOverdueCharges } from "./enrolments/overdue-charges.ts";
import type { JobOutcome, JobRunners } from "./jobs/jobs.ts";
import { deleteUsage } from "./limits/usage-limits.ts";
import { deliverMail, senderOf } from "./mail/deliver-mail.ts";
import { sweepMails } from "./mail/sweep-mails.ts";
import { runVerification } from "./payment-lifecycle/check-payment.ts";
import { sweepPayments } from "./payment-lifecycle/sweep-payments.ts";
import { accountKinds } from "./payments/payment-providers.ts";
import { notifyPortal, sweepPortal } from "./portal/notify-portal.ts";
import { reconcileBooks, reconcileDay } from "./reconciliation/reconcile-books.ts";
import {
  answerOverdueSubscriptions,
  answerSubscription,
  notifyOpenings,
} from "./subscriptions/request-subscription.ts";

/** Returns a new context, because each job has its own time. */
type ContextNow = () => AppContext;

async function done(work: Promise<void>): Promise<JobOutcome> {
  await work;
  return "done";
}

export function jobRunners(
  { db, providers, mailServer, isSandbox, now }: Dependencies,
  context: ContextNow,
): JobRunners {
  const isTest = Object.values(accountKinds(providers)).includes("test");
  const testPrefix = isTest ? "Test, no money moved: " : "";
  const subjectPrefix = isSandbox ? "Sandbox, no money moved: " : testPrefix;
  return {
    mail: async ({ id }) => deliverMail(id, { db, send: senderOf(mailServer), subjectPrefix, now }),
    verify: ({ reference }) => runVerification(context(), reference),
    links: ({ id }) => done(answerLinkRequest(context(), id)),
    reconcile: async (job) => {
      const isDone = await reconcileDay(context(), job);
      return isDone ? "done" : { retryInSeconds: 300 };
    },
    subscription: ({ id }) => done(answerSubscription(context(), id)),
    portal: ({ id }) => notifyPortal(context(), id),
    refunds: ({ reference }) => done(checkRefunds(context(), reference)),
    reminder: (due) => done(sendReminder(context(), due)),
  };
}

/** Returns the functions that run every few minutes, by their names in the log. */
export function sweeps(
  { db, mailServer, sweepLimits, cohort, now }: Dependencies,
  context: ContextNow,
): Readonly<Record<string, () => Promise<void>>> {
  return {
    mails: async () =>
      sweepMails({ db, jobs: context().jobs, canDeliver: senderOf(mailServer) !== null }, now()),
    payments: () => sweepPayments(context, sweepLimits),
    refunds: () => checkRefunds(context()),
    enrolments: () => sweepEnrolments(context()),
    reminders: () => enqueueReminders(context()),
    portal: () => sweepPortal(context()),
    overdue: () => listOverdueCharges(context()),
    links: () => answerOverdueRequests(context()),
    subscriptions: () => answerOverdueSubscriptions(context()),
    messages: () => sendCohortMessages(context()),
    openings: () => notifyOpenings(context(), cohort),
    reconciliation: () => reconcileBooks(context()),
    alerts: () => sendAlerts(context()),
    usage: () => deleteUsage(db, now()),
  };
}
