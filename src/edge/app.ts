/**
 * The academy's server side, composed in one place: it answers requests, runs the queue's jobs and sweeps, with what it is
 * given and nothing else. Production, unit tests and the fault campaign run this one.
 */
import type { NextCohort } from "~/domain/dates/cohort-state.ts";
import type { PriceList } from "~/domain/enrolment/price-list.ts";
import type { MailTemplates } from "~/domain/mail/render-mail.ts";
import { handleEnrolment } from "~/edge/enrolments/endpoints/handle-enrolment.ts";
import { handleEnrolmentForm, showPriceCard } from "~/edge/enrolments/endpoints/handle-enrolment-form.ts";
import { handleEnrolmentPayment } from "~/edge/enrolments/endpoints/handle-enrolment-payment.ts";
import {
  answerLinkRequest,
  answerOverdueRequests,
  handleLinkRequest,
} from "~/edge/enrolments/endpoints/handle-link-request.ts";
import { handleNewEnrolment } from "~/edge/enrolments/endpoints/handle-new-enrolment.ts";
import { handlePayerLink } from "~/edge/enrolments/endpoints/handle-payer-link.ts";
import { handlePayPalOrder } from "~/edge/enrolments/endpoints/handle-paypal-order.ts";
import { placesAnswer } from "~/edge/enrolments/endpoints/handle-places.ts";
import { handleReminderStop } from "~/edge/enrolments/endpoints/handle-reminder-stop.ts";
import { listArrears } from "~/edge/enrolments/mails/list-arrears.ts";
import { enqueueReminders, sendReminder } from "~/edge/enrolments/mails/send-reminders.ts";
import { sendAlerts } from "./alerts/send-alerts.ts";
import type { AppContext } from "./app-context.ts";
import type { Database } from "./database.ts";
import type { DeskGate } from "./desk/access-gate.ts";
import { handleDesk, isDesk } from "./desk/handle-desk.ts";
import { followPayment } from "./enrolments/follow-payment.ts";
import { isPaidOtherwise } from "./enrolments/paid-otherwise.ts";
import { sweepEnrolments } from "./enrolments/sweep-enrolments.ts";
import { handleHealth } from "./health/handle-health.ts";
import type { RateLimiter } from "./http/rate-limit.ts";
import { isFormPost, isPageVisit } from "./http/request-checks.ts";
import type { JobQueue } from "./jobs/job.ts";
import { type JobMessage, runJobs } from "./jobs/run-jobs.ts";
import { runSweeps } from "./jobs/run-sweeps.ts";
import { deleteUsage } from "./limits/usage-counts.ts";
import { handleLocation } from "./location/handle-location.ts";
import type { AcademyAddresses } from "./mail/academy-addresses.ts";
import { deliverMail } from "./mail/deliver-mail.ts";
import { handleMail } from "./mail/handle-mail.ts";
import { type MailServer, senderOf } from "./mail/mail-server.ts";
import { sweepMails } from "./mail/sweep-mails.ts";
import type { SitePages } from "./pages/filled-page.ts";
import { runVerification } from "./payments/check-payment.ts";
import { handlePaymentReturn } from "./payments/handle-payment-return.ts";
import { handlePaymentStatus } from "./payments/handle-payment-status.ts";
import { accountKinds, type PaymentProviders } from "./payments/payment-providers.ts";
import { handlePayPalAbandonment } from "./payments/paypal/handle-paypal-abandonment.ts";
import { handlePayPalCapture } from "./payments/paypal/handle-paypal-capture.ts";
import { handlePayPalWebhook } from "./payments/paypal/handle-paypal-webhook.ts";
import { handlePaystackWebhook } from "./payments/paystack/handle-paystack-webhook.ts";
import { findKnown, recordClaim } from "./payments/record-claim.ts";
import { type SweepLimits, sweepPayments } from "./payments/sweep-payments.ts";
import { reconcileBooks, reconcileDay } from "./reconciliation/reconcile-books.ts";
import {
  answerOverdueSubscriptions,
  answerSubscription,
  askSubscription,
  subscriptionRefusal,
} from "./subscriptions/ask-subscription.ts";
import { handleSubscription } from "./subscriptions/handle-subscription.ts";
import { handleSubscriptionLink } from "./subscriptions/handle-subscription-link.ts";
import { notifyOpenings } from "./subscriptions/notify-openings.ts";

/** Everything outside the app that it works with. */
export interface Surroundings {
  readonly db: Database;
  /** Undefined where none is bound: mails then wait for the next sweep, and /prod/health reports it. */
  readonly jobs: JobQueue | undefined;
  readonly limits: {
    readonly mailsOfVisitor: RateLimiter;
    readonly mailsToRecipient: RateLimiter;
    readonly ordersOfVisitor: RateLimiter;
  };
  readonly providers: PaymentProviders;
  readonly mailServer: MailServer;
  /** From the academy's content, like `prices`. */
  readonly addresses: AcademyAddresses;
  readonly prices: PriceList;
  /** The next cohort, from content. */
  readonly cohort: NextCohort;
  /** Of the mails to learners and payers. */
  readonly templates: MailTemplates;
  /** The site's own pages, for what is answered without script. */
  readonly pages: SitePages;
  readonly sweepLimits: SweepLimits;
  /** null: no one may open the desk, and its addresses answer 404. */
  readonly desk: DeskGate | null;
  readonly now: () => Date;
  /** Whether the checkout is a stand-in; each mail's subject then begins with that, as it does with a test account. */
  readonly isSandbox: boolean;
}

export interface App {
  /** Answers the request of an endpoint; 404 without a body where there is none. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Does a batch of jobs from the queue. Never rejects. */
  runJobs(messages: readonly JobMessage[]): Promise<void>;
  /** Does what is due every few minutes. Never rejects. */
  sweep(): Promise<void>;
}

/** @param id the part of the path that matched `([^/]+)`, not decoded */
type Handler = (request: Request, id: string) => Promise<Response>;

const noQueue: JobQueue = { send: () => Promise.reject(new Error("No queue is bound as JOBS.")) };

export function createApp(surroundings: Surroundings): App {
  const { db, limits, providers, mailServer, addresses, prices, templates, pages, now, isSandbox } =
    surroundings;
  const { paystack, paypal } = providers;
  const jobs = surroundings.jobs ?? noQueue;
  const payPalClient = paypal?.client ?? null;
  const isTest = Object.values(accountKinds(providers)).includes("test");
  const subjectPrefix = isSandbox ? "Sandbox, no money moved: " : isTest ? "Test, no money moved: " : "";
  const answerPlaces = placesAnswer();
  const context = (): AppContext => ({
    db,
    jobs,
    enrolments: { follow: followPayment, isPaidOtherwise },
    prices,
    addresses,
    templates,
    deskAt: surroundings.desk && new URL("/desk", templates.academy.site),
    orderLimit: limits.ordersOfVisitor,
    now: now(),
  });

  const routes: readonly (readonly [RegExp, Handler])[] = [
    [/^\/json$/, handleLocation],
    [
      /^\/prod\/health$/,
      (request) =>
        handleHealth(request, {
          db,
          hasQueue: surroundings.jobs !== undefined,
          mail: mailServer.state,
          providers,
          // A key of their own counts these requests separately from orders.
          limit: limits.ordersOfVisitor,
          now: now(),
        }),
    ],
    [
      /^\/prod\/mailing$/,
      (request) =>
        handleMail(request, {
          db,
          jobs,
          addresses,
          limits: { visitor: limits.mailsOfVisitor, recipient: limits.mailsToRecipient },
          claims: {
            find: (reference) => findKnown(db, providers, reference),
            record:
              paystack || paypal ? (reference, visitor) => recordClaim(db, reference, now(), visitor) : null,
          },
          newsletter: {
            refusal: (visitor) => subscriptionRefusal(context(), visitor),
            ask: (email, visitor) => askSubscription(context(), email, { name: "newsletter" }, visitor),
          },
          now: now(),
        }),
    ],
    [
      /^\/prod\/enrolments$/,
      (request) => {
        if (isFormPost(request)) return handleEnrolmentForm(request, context(), providers, pages);
        if (isPageVisit(request)) return showPriceCard(request, context(), pages);
        return handleNewEnrolment(request, context(), providers, pages);
      },
    ],
    [
      /^\/prod\/enrolments\/links$/,
      (request) => handleLinkRequest(request, context(), limits.ordersOfVisitor),
    ],
    [/^\/prod\/places$/, (request) => answerPlaces(request, context())],
    [/^\/prod\/subscriptions$/, (request) => handleSubscription(request, context())],
    [
      /^\/prod\/subscriptions\/([^/]+)$/,
      (request, token) => handleSubscriptionLink(request, token, "confirm", context()),
    ],
    [
      /^\/prod\/subscriptions\/([^/]+)\/stop$/,
      (request, token) => handleSubscriptionLink(request, token, "stop", context()),
    ],
    [/^\/prod\/reminders\/([^/]+)$/, (request, token) => handleReminderStop(request, token, context())],
    [
      /^\/prod\/enrolments\/([^/]+)$/,
      (request, id) => handleEnrolment(request, id, context(), providers, pages),
    ],
    [
      /^\/prod\/enrolments\/([^/]+)\/payments$/,
      (request, id) => handleEnrolmentPayment(request, id, context(), providers),
    ],
    [/^\/prod\/enrolments\/([^/]+)\/payer-links$/, (request, id) => handlePayerLink(request, id, context())],
    [/^\/prod\/payments\/return$/, (request) => handlePaymentReturn(request, context(), providers, pages)],
    [
      /^\/prod\/payments\/([^/]+)$/,
      (request, reference) => handlePaymentStatus(request, reference, context(), providers),
    ],
    [/^\/prod\/paypal\/orders$/, (request) => handlePayPalOrder(request, context(), providers, pages)],
    [
      /^\/prod\/paypal\/orders\/([^/]+)\/capture$/,
      (request, id) => handlePayPalCapture(request, id, context(), payPalClient),
    ],
    [
      /^\/prod\/paypal\/orders\/([^/]+)\/abandon$/,
      (request, id) => handlePayPalAbandonment(request, id, context()),
    ],
    [/^\/prod\/webhooks\/paystack$/, (request) => handlePaystackWebhook(request, context(), paystack)],
    [/^\/prod\/webhooks\/paypal$/, (request) => handlePayPalWebhook(request, context(), paypal)],
  ];

  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (isDesk(pathname)) return handleDesk(request, surroundings.desk, context());
      for (const [pattern, handle] of routes) {
        const match = pattern.exec(pathname);
        if (match) return handle(request, match[1] ?? "");
      }
      return new Response(null, { status: 404 });
    },
    runJobs: (messages) =>
      runJobs(messages, {
        mail: async ({ id }) =>
          deliverMail(id, {
            db,
            send: senderOf(mailServer),
            subjectPrefix,
            now,
          }),
        verify: ({ reference }) => runVerification(context(), providers, reference),
        links: async ({ id }) => {
          await answerLinkRequest(context(), id);
          return "done";
        },
        reconcile: async (chosen) => {
          const isDone = await reconcileDay(context(), providers, chosen);
          return isDone ? "done" : { retryInSeconds: 300 };
        },
        subscription: async ({ id }) => {
          await answerSubscription(context(), id);
          return "done";
        },
        reminder: async (due) => {
          await sendReminder(context(), providers, due);
          return "done";
        },
      }),
    sweep: () =>
      runSweeps({
        mails: async () => sweepMails({ db, jobs, canDeliver: senderOf(mailServer) !== null }, now()),
        payments: () => sweepPayments(context, providers, surroundings.sweepLimits),
        enrolments: () => sweepEnrolments(context()),
        reminders: () => enqueueReminders(context()),
        arrears: () => listArrears(context()),
        links: () => answerOverdueRequests(context()),
        subscriptions: () => answerOverdueSubscriptions(context()),
        openings: () => notifyOpenings(context(), surroundings.cohort),
        reconciliation: () => reconcileBooks(context(), providers),
        alerts: () => sendAlerts(context(), providers),
        usage: () => deleteUsage(db, now()),
      }),
  };
}

let runningApp: (() => Promise<App>) | null = null;

/** Sets the app that this worker runs, before its first request. */
export function serve(app: () => Promise<App>): void {
  runningApp = app;
}

/** The app that this worker runs. */
export async function servedApp(): Promise<App> {
  if (!runningApp) throw new Error("src/edge/worker.ts has not said which app is served.");
  return runningApp();
}

/** Hands a page's request to the app that this worker runs. */
export async function handleRequest(request: Request): Promise<Response> {
  return (await servedApp()).fetch(request);
}
