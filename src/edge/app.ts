import { type Context, Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { AppContext, Dependencies, EdgeBindings, EdgeEnv } from "./app-context.ts";
import { jobRunners, sweeps } from "./background-work.ts";
import { deskRoutes } from "./desk/routes.ts";
import { enrolmentRoutes } from "./enrolments/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { countryFromRequest } from "./http/request-checks.ts";
import { jsonResponse } from "./http/responses.ts";
import { type JobMessage, type JobQueue, runJobs, runSweeps } from "./jobs/jobs.ts";
import { mailRoutes } from "./mail/routes.ts";
import { answerFailure, refuseMethod } from "./middleware/answers.ts";
import { readLimitedText } from "./middleware/request-body.ts";
import { enrolmentProofs } from "./payments/payment-providers.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { subscriptionRoutes } from "./subscriptions/routes.ts";
import { voucherRoutes } from "./vouchers/routes.ts";

/** The academy's server side. Production, unit tests and the campaign run the same composition. */

export interface App {
  /** Answers a request; 404 without a body if no endpoint has the address. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Does a batch of jobs from the queue. Never rejects. */
  runJobs(messages: readonly JobMessage[]): Promise<void>;
  /** Does what is due every few minutes. Never rejects. */
  sweep(): Promise<void>;
}

const noQueue: JobQueue = { send: () => Promise.reject(new Error("No queue is bound as JOBS.")) };

/** Answers with the visitor's country. An unknown one is no error, which would fill the browser's console. */
function answerCountry(c: Context<EdgeEnv>): Response {
  const country = countryFromRequest(c.req.raw) ?? { country_name: null, country_code: null };
  return jsonResponse(200, country, { "cache-control": "private, no-store" });
}

function siteRoutes() {
  const app = new Hono<EdgeEnv>();
  return app
    .use(methodNotAllowed({ app, onMethodNotAllowed: (_, methods) => refuseMethod(methods) }))
    .get("/json", answerCountry)
    .route("/", healthRoutes())
    .route("/", mailRoutes())
    .route("/", enrolmentRoutes())
    .route("/", paymentRoutes())
    .route("/", subscriptionRoutes())
    .route("/", voucherRoutes());
}

function allRoutes() {
  return (
    new Hono<EdgeEnv>({ getPath: (request) => new URL(request.url).pathname })
      .route("/", siteRoutes())
      // The desk answers wrong methods itself, so that they do not reveal its addresses.
      .route("/", deskRoutes())
      .notFound(async (c) => {
        // Unread bytes would break the connection's next request.
        await readLimitedText(c.req.raw, 0);
        return new Response(null, { status: 404 });
      })
      .onError(answerFailure)
  );
}

export function createApp(dependencies: Dependencies): App {
  const { db, limits, providers, portal, mailServer, addresses, prices, templates, pages, desk } =
    dependencies;
  const jobs = dependencies.jobs ?? noQueue;
  const proofs = enrolmentProofs(providers);
  const shared = { db, jobs, proofs, providers, portal, addresses, prices, templates };
  const context = (): AppContext => ({
    ...shared,
    deskAt: desk && new URL("/desk", templates.academy.site),
    orderLimit: limits.ordersOfVisitor,
    overflowLimit: limits.ordersOverDailyLimit,
    strangerLimit: limits.mailsOfVisitor,
    now: dependencies.now(),
  });
  const bindings = (): EdgeBindings => ({
    context: context(),
    pages,
    mailLimits: { visitor: limits.mailsOfVisitor, recipient: limits.mailsToRecipient },
    mailServerState: mailServer.state,
    hasQueue: dependencies.jobs !== undefined,
    desk,
  });
  const routes = allRoutes();
  return {
    fetch: async (request) => routes.fetch(request, bindings()),
    runJobs: (messages) => runJobs(messages, jobRunners(dependencies, context)),
    sweep: () => runSweeps(sweeps(dependencies, context)),
  };
}

let runningApp: (() => Promise<App>) | null = null;

/** Sets the app of this worker, before its first request. */
export function serve(app: () => Promise<App>): void {
  runningApp = app;
}

export async function servedApp(): Promise<App> {
  if (!runningApp) throw new Error("src/edge/worker.ts has not said which app is served.");
  return runningApp();
}
