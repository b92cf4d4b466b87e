import { servedApp } from "~/edge/app.ts";
import type { Dependencies } from "~/edge/app-context.ts";

import type { Job } from "~/edge/jobs/jobs.ts";
import { sandboxNow, startClock } from "./clock.ts";
import { openPortal } from "./portal.ts";
import { openProviders } from "./providers/sandbox-providers.ts";
import { sandboxDesk } from "./visitor.ts";

export { setChosenCountry } from "./visitor.ts";

/**
 * Replaces dependencies of the edge in the sandbox: a clock that can be set, a queue that follows it, a desk
 * with a choice of roles, and stand-ins for the providers and the learning portal. A provider has one if its
 * public key is not set, as the browser's checkout does; the portal if its address is not set. Rejects if the
 * database fails.
 */
export async function sandboxDependencies({
  db,
  jobs,
  providers,
  portal,
}: Pick<Dependencies, "db" | "jobs" | "providers" | "portal">): Promise<
  Pick<Dependencies, "now" | "jobs" | "providers" | "portal" | "desk">
> {
  await startClock(db);
  const now = sandboxNow;
  const { paystack, paypal } = await openProviders(db, now, async (webhook) =>
    (await servedApp()).fetch(webhook),
  );
  return {
    now,
    // If the date is set forward by months, the queue would reach a reminder days after its own date.
    jobs: jobs && {
      send: (job) => (job.type === "reminder" ? doNow(job) : jobs.send(job)),
    },
    desk: sandboxDesk,
    portal: portal.state === "not-set" ? (await openPortal(db, now)).portal : portal,
    providers: {
      paystack: import.meta.env.PUBLIC_PAYSTACK_KEY ? providers.paystack : paystack,
      paypal: import.meta.env.PUBLIC_PAYPAL_CLIENT_ID ? providers.paypal : paypal,
    },
  };
}

async function doNow(body: Job): Promise<void> {
  const done = () => undefined;
  await (await servedApp()).runJobs([{ body, attempts: 1, ack: done, retry: done }]);
}
