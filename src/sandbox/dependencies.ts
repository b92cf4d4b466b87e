import { servedApp } from "~/edge/app.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { sandboxNow, startClock } from "./clock.ts";
import { openPortal } from "./portal.ts";
import { openProviders } from "./providers/sandbox-providers.ts";
import { sandboxDesk } from "./visitor.ts";

export { setChosenCountry } from "./visitor.ts";

type OriginalDependencies = Pick<Dependencies, "db" | "jobs" | "providers" | "portal">;
type SandboxDependencies = Pick<Dependencies, "now" | "jobs" | "providers" | "portal" | "desk">;

/**
 * Returns the edge's dependencies in the sandbox: a clock that can be set, a queue that follows it, a desk with a
 * choice of roles, and stand-ins. A provider without a public key has a stand-in, as in the browser, and so has a
 * portal without an address. Rejects if the database fails.
 */
export async function sandboxDependencies({
  db,
  jobs,
  providers,
  portal,
}: OriginalDependencies): Promise<SandboxDependencies> {
  await startClock(db);
  const sendWebhook = async (webhook: Request) => (await servedApp()).fetch(webhook);
  const { paystack, paypal } = await openProviders(db, sandboxNow, sendWebhook);
  return {
    now: sandboxNow,
    // While the date is set forward by months, the queue would reach a reminder days after its date.
    jobs: jobs && {
      send: (job) => (job.type === "reminder" ? runNow(job) : jobs.send(job)),
    },
    desk: sandboxDesk,
    portal: portal.state === "not-set" ? (await openPortal(db, sandboxNow)).portal : portal,
    providers: {
      paystack: import.meta.env.PUBLIC_PAYSTACK_KEY ? providers.paystack : paystack,
      paypal: import.meta.env.PUBLIC_PAYPAL_CLIENT_ID ? providers.paypal : paypal,
    },
  };
}

async function runNow(body: Job): Promise<void> {
  const done = () => undefined;
  await (await servedApp()).runJobs([{ body, attempts: 1, ack: done, retry: done }]);
}
