import { handle } from "@astrojs/cloudflare/handler";
import type { EdgeEnv } from "~/server/edge-env.ts";
import { type JobMessage, type JobRunners, runJobs } from "~/server/jobs/run-jobs.ts";
import { runSweeps } from "~/server/jobs/run-sweeps.ts";
import { deliverMail } from "~/server/mail/deliver-mail.ts";
import { type SendMail, smtpSender } from "~/server/mail/smtp.ts";
import { smtpSettings } from "~/server/mail/smtp-settings.ts";
import { sweepMails } from "~/server/mail/sweep-mails.ts";
import { runVerification } from "~/server/payments/check-payment.ts";
import { sweepPayments } from "~/server/payments/sweep-payments.ts";
import { withAnswerHeaders } from "./hosting/answer-headers.ts";
import { paymentContext, providersOf } from "./pages/_content/payments.ts";

function senderFor(env: EdgeEnv): SendMail | null {
  const settings = smtpSettings(env);
  return settings && smtpSender(settings);
}

const runnersFor = (env: EdgeEnv): JobRunners => ({
  mail: ({ id }) =>
    deliverMail(id, {
      db: env.DB,
      send: senderFor(env),
      subjectPrefix: import.meta.env.SANDBOX ? "Sandbox, no money moved: " : "",
    }),
  verify: async ({ reference }) => runVerification(await paymentContext(env), providersOf(env), reference),
});

/** What the platform calls: for a request, for jobs from the queue, and every few minutes. */
export default {
  async fetch(...request: Parameters<typeof handle>): Promise<Response> {
    const answer = await handle(...request);
    // `astro dev` serves pages from here too, as they are.
    return import.meta.env.DEV ? answer : withAnswerHeaders(answer);
  },
  queue: (batch: { readonly messages: readonly JobMessage[] }, env: EdgeEnv) =>
    runJobs(batch.messages, runnersFor(env)),
  scheduled: (_event: unknown, env: EdgeEnv) =>
    runSweeps({
      mails: () => sweepMails({ db: env.DB, jobs: env.JOBS, canDeliver: smtpSettings(env) !== null }),
      payments: async () => sweepPayments(await paymentContext(env), providersOf(env)),
    }),
};
