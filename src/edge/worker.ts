import { env } from "cloudflare:workers";
import { getCataloguePage, getPriceList } from "~/content/queries/catalogue.ts";
import { getMailTemplates, getSite } from "~/content/queries/site.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import { type App, createApp, serve } from "./app.ts";
import { accessGate } from "./desk/access-gate.ts";
import { deskSettings, type Environment, sweepLimits } from "./environment.ts";
import { withRange, withResponseHeaders } from "./http/responses.ts";
import type { JobMessage } from "./jobs/jobs.ts";
import { academyAddresses } from "./mail/academy-addresses.ts";
import { mailServerOf } from "./mail/deliver-mail.ts";
import { paymentProviders } from "./payments/payment-providers.ts";
import { portalOf } from "./portal/portal.ts";

let app: App | null = null;

/** Returns the app. Under `astro dev` it is made for each request, because content may change. */
async function currentApp(): Promise<App> {
  if (!app || import.meta.env.DEV) app = createApp(await dependenciesOf(env));
  return app;
}

async function dependenciesOf(env: Environment): Promise<Dependencies> {
  const now = () => new Date();
  const [site, prices, templates, { cohort }] = await Promise.all([
    getSite(),
    getPriceList(),
    getMailTemplates(),
    getCataloguePage(),
  ]);
  const access = deskSettings.parse(env);
  const dependencies: Dependencies = {
    db: env.DB,
    jobs: env.JOBS,
    limits: {
      mailsOfVisitor: env.MAILS_OF_VISITOR,
      mailsToRecipient: env.MAILS_TO_RECIPIENT,
      ordersOfVisitor: env.ORDERS_OF_VISITOR,
      ordersOverDailyLimit: env.ORDERS_OVER_DAILY_LIMIT,
    },
    providers: paymentProviders(env, { paypalClientId: import.meta.env.PUBLIC_PAYPAL_CLIENT_ID, now }),
    portal: portalOf(env, { now, isSandbox: import.meta.env.SANDBOX === true }),
    mailServer: mailServerOf(env),
    addresses: academyAddresses(site, env),
    prices,
    cohort,
    templates,
    pages: sitePage,
    sweepLimits: sweepLimits.parse(env),
    desk: access && accessGate(access),
    now,
    isSandbox: import.meta.env.SANDBOX === true,
  };
  if (!import.meta.env.SANDBOX) return dependencies;
  const { sandboxDependencies } = await import("~/sandbox/dependencies.ts");
  return { ...dependencies, ...(await sandboxDependencies(dependencies)) };
}

serve(currentApp);

/** Fetches a page of this site. Under `astro dev` pages are no files. */
function sitePage(address: URL): Promise<Response> {
  return import.meta.env.DEV ? fetch(address) : env.ASSETS.fetch(address);
}

/** The addresses that the app answers. wrangler.jsonc has the same list. */
const APP = /^\/(json$|prod\/|desk(\/|$))/;

const FILM = "/film/";

type FetchArguments = Parameters<typeof import("@astrojs/cloudflare/handler").handle>;

async function answer(...[request, ...platform]: FetchArguments): Promise<Response> {
  const url = new URL(request.url);
  if (APP.test(url.pathname) || isLinkedSignup(url)) return fromApp(request, url);
  if (url.pathname.startsWith(FILM)) return withRange(request, await env.ASSETS.fetch(url));
  // Pages are files, except in the sandbox and under `astro dev`.
  if (import.meta.env.DEV || import.meta.env.SANDBOX) {
    const { handle } = await import("@astrojs/cloudflare/handler");
    return handle(request, ...platform);
  }
  return env.ASSETS.fetch(request);
}

/** Whether the address is the page Signup with a course in its query, which the app fills in. */
function isLinkedSignup({ pathname, searchParams }: URL): boolean {
  return pathname === "/Signup" && searchParams.has("course");
}

/** Returns the app's response, or the 404 page if no endpoint has the address or the desk refuses. */
async function fromApp(request: Request, url: URL): Promise<Response> {
  if (import.meta.env.SANDBOX) (await import("~/sandbox/dependencies.ts")).setChosenCountry(request);
  const answer = await (await currentApp()).fetch(request);
  // An endpoint's own 404 has a content type.
  const isBare404 = answer.status === 404 && !answer.headers.has("content-type");
  if (!isBare404) return answer;
  const page = await sitePage(new URL("/404", url));
  return new Response(page.body, { status: 404, headers: page.headers });
}

/** The handlers that the platform calls: for a request, for jobs from the queue, and every few minutes. */
export default {
  async fetch(...args: FetchArguments): Promise<Response> {
    // `astro dev` serves pages from here too, without these headers.
    return import.meta.env.DEV ? answer(...args) : withResponseHeaders(await answer(...args));
  },
  queue: async (batch: { readonly messages: readonly JobMessage[] }) =>
    (await currentApp()).runJobs(batch.messages),
  scheduled: async () => (await currentApp()).sweep(),
};
