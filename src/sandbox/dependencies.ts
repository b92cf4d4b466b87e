import { servedApp } from "~/edge/app.ts";
import type { Dependencies } from "~/edge/app-context.ts";

import type { Job } from "~/edge/jobs/jobs.ts";
import { sandboxNow, startClock } from "./clock.ts";
import { openPortal } from "./portal.ts";
import { openProviders } from "./providers/sandbox-providers.ts";
import { sandboxDesk } from "./visitor.ts";

export { withChosenCountry } from "./visitor.ts";

/**
 * Replaces dependencies of the edge in the sandbox: a clock that can be set, a queue that keeps up with it, a desk to
 * which one signs in by choosing a role, a stand-in for each provider whose public key is not set, since the browser has a
 * stand-in's checkout exactly then, and one for the learning portal unless its address is set. Rejects when the database fails.
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
    // Where the date is set forward by months, the queue would come to a reminder days after its own.
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
