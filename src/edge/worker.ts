import { env } from "cloudflare:workers";
import { handle } from "@astrojs/cloudflare/handler";
import { getCourses, pricingCourses, registrationCourses } from "~/content/queries/courses.ts";
import { getFormOptions } from "~/content/queries/form-options.ts";
import { getMailTemplates } from "~/content/queries/mail-templates.ts";
import { getSite } from "~/content/queries/site.ts";
import { type App, createApp, type Surroundings, serve } from "./app.ts";
import { type Environment, sweepLimits } from "./environment.ts";
import { withResponseHeaders } from "./headers/response-headers.ts";
import type { JobMessage } from "./jobs/run-jobs.ts";
import { academyAddresses } from "./mail/academy-addresses.ts";
import { mailServerOf } from "./mail/mail-server.ts";
import { paymentProviders } from "./payments/payment-providers.ts";

let app: App | null = null;

/** The app, which is made once; under `astro dev` each time, since somebody may be editing the content. */
async function currentApp(): Promise<App> {
  if (!app || import.meta.env.DEV) app = createApp(await surroundingsOf(env));
  return app;
}

async function surroundingsOf(env: Environment): Promise<Surroundings> {
  const now = () => new Date();
  const [site, courses, options, templates] = await Promise.all([
    getSite(),
    getCourses(),
    getFormOptions(),
    getMailTemplates(),
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
    },
    templates,
    // Under `astro dev` no page is a file.
    pages: (address) => (import.meta.env.DEV ? fetch(address) : env.ASSETS.fetch(address)),
    sweepLimits: sweepLimits.parse(env),
    now,
    isSandbox: import.meta.env.SANDBOX === true,
  };
  if (!import.meta.env.SANDBOX) return surroundings;
  const { sandboxSurroundings } = await import("~/sandbox/surroundings.ts");
  return { ...surroundings, ...(await sandboxSurroundings(surroundings)) };
}

serve(currentApp);

/** A mailbox that stops reminders names no origin, and Astro refuses a form's post without one. */
function isForApp(request: Request): boolean {
  return new URL(request.url).pathname.startsWith("/prod/reminders/");
}

/** What the platform calls: for a request, for jobs from the queue, and every few minutes. */
export default {
  async fetch(...request: Parameters<typeof handle>): Promise<Response> {
    const answer = isForApp(request[0])
      ? await (await currentApp()).fetch(request[0])
      : await handle(...request);
    // `astro dev` serves pages from here too, as they are.
    return import.meta.env.DEV ? answer : withResponseHeaders(answer);
  },
  queue: async (batch: { readonly messages: readonly JobMessage[] }) =>
    (await currentApp()).runJobs(batch.messages),
  scheduled: async () => (await currentApp()).sweep(),
};
