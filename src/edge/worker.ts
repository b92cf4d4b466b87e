import { env } from "cloudflare:workers";
import { handle } from "@astrojs/cloudflare/handler";
import { getCataloguePage } from "~/content/queries/catalogue.ts";
import { getCohorts } from "~/content/queries/cohorts.ts";
import { getCourses, pricingCourses, registrationCourses } from "~/content/queries/courses.ts";
import { getFormOptions } from "~/content/queries/form-options.ts";
import { getMailTemplates } from "~/content/queries/mail-templates.ts";
import { getSite } from "~/content/queries/site.ts";
import { type App, createApp, type Surroundings, serve } from "./app.ts";
import { accessGate, type DeskGate } from "./desk/access-gate.ts";
import { isDesk } from "./desk/handle-desk.ts";
import { deskSettings, type Environment, sweepLimits } from "./environment.ts";
import { withResponseHeaders } from "./headers/response-headers.ts";
import { withRange } from "./http/partial-content.ts";
import type { JobMessage } from "./jobs/run-jobs.ts";
import { academyAddresses } from "./mail/academy-addresses.ts";
import { mailServerOf } from "./mail/mail-server.ts";
import { paymentProviders } from "./payments/payment-providers.ts";

let app: App | null = null;

/** The app, which is made once; under `astro dev` each time, since the content may be being edited. */
async function currentApp(): Promise<App> {
  if (!app || import.meta.env.DEV) app = createApp(await surroundingsOf(env));
  return app;
}

async function surroundingsOf(env: Environment): Promise<Surroundings> {
  const now = () => new Date();
  const [site, courses, options, templates, cohorts, { cohort }] = await Promise.all([
    getSite(),
    getCourses(),
    getFormOptions(),
    getMailTemplates(),
    getCohorts(),
    getCataloguePage(),
  ]);
  const surroundings: Surroundings = {
    db: env.DB,
    jobs: env.JOBS,
    limits: {
      mailsOfVisitor: env.MAILS_OF_VISITOR,
      mailsToRecipient: env.MAILS_TO_RECIPIENT,
      ordersOfVisitor: env.ORDERS_OF_VISITOR,
    },
    providers: paymentProviders(env, { paypalClientId: import.meta.env.PUBLIC_PAYPAL_CLIENT_ID, now }),
    mailServer: mailServerOf(env),
    addresses: academyAddresses(site, env),
    prices: {
      fee: site.registrationFee,
      registrationCourses: registrationCourses(courses),
      pricingCourses: pricingCourses(courses),
      choices: { age: options.ages, gender: options.genders, education: options.education },
      cohorts,
    },
    cohort,
    templates,
    // Under `astro dev` no page is a file.
    pages: (address) => (import.meta.env.DEV ? fetch(address) : env.ASSETS.fetch(address)),
    sweepLimits: sweepLimits.parse(env),
    desk: deskGate(env),
    now,
    isSandbox: import.meta.env.SANDBOX === true,
  };
  if (!import.meta.env.SANDBOX) return surroundings;
  const { sandboxSurroundings } = await import("~/sandbox/surroundings.ts");
  return { ...surroundings, ...(await sandboxSurroundings(surroundings)) };
}

function deskGate(env: Environment): DeskGate | null {
  const settings = deskSettings.parse(env);
  return settings && accessGate(settings);
}

serve(currentApp);

/** Below it are the film and its captions. */
const FILM = "/film/";

/**
 * A mailbox that unsubscribes names no origin, and Astro refuses a form's post without one. The desk authenticates every
 * request, posts included, before it answers.
 */
function isForApp(pathname: string): boolean {
  return /^\/prod\/(reminders\/|subscriptions(\/|$))/.test(pathname) || isDesk(pathname);
}

/** Those whom the desk does not let in get the same page as at any unknown address. */
async function fromApp(request: Request): Promise<Response> {
  const answer = await (await currentApp()).fetch(request);
  const { pathname } = new URL(request.url);
  return answer.status === 404 && answer.body === null && isDesk(pathname)
    ? env.ASSETS.fetch(new URL("/404", request.url)).then(
        (page) => new Response(page.body, { status: 404, headers: page.headers }),
      )
    : answer;
}

/** What the platform calls: for a request, for jobs from the queue, and every few minutes. */
export default {
  async fetch(...request: Parameters<typeof handle>): Promise<Response> {
    const { pathname } = new URL(request[0].url);
    const answer = pathname.startsWith(FILM)
      ? await withRange(request[0], await env.ASSETS.fetch(new URL(request[0].url)))
      : isForApp(pathname)
        ? await fromApp(request[0])
        : await handle(...request);
    // `astro dev` serves pages from here too, as they are.
    return import.meta.env.DEV ? answer : withResponseHeaders(answer);
  },
  queue: async (batch: { readonly messages: readonly JobMessage[] }) =>
    (await currentApp()).runJobs(batch.messages),
  scheduled: async () => (await currentApp()).sweep(),
};
