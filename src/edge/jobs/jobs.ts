import type { Day } from "~/domain/dates/day.ts";
import type { Currency } from "~/domain/money/money.ts";
import { logError, reasonOf } from "~/edge/log.ts";

/**
 * A job: work that is done after the visitor has been answered. It names a record; the data is in the
 * database.
 */
export type Job =
  /** Delivers a mail. `id` is that of its row in `mails`. */
  | { readonly type: "mail"; readonly id: number }
  | { readonly type: "verify"; readonly reference: string }
  /** Mails fresh links. `id` is that of the request in `link_requests`. */
  | { readonly type: "links"; readonly id: number }
  /** Compares the week up to a day with a provider's books, at the request of staff. */
  | { readonly type: "reconcile"; readonly provider: "paystack" | "paypal"; readonly day: Day }
  /** Asks an address by mail to confirm its subscription. `id` is that of its row in `subscriptions`. */
  | { readonly type: "subscription"; readonly id: number }
  /** Notifies the learning portal of an enrolment. `id` is the enrolment's. */
  | { readonly type: "portal"; readonly id: string }
  /** Does the due checks of a payment's requested refunds. */
  | { readonly type: "refunds"; readonly reference: string }
  | ({ readonly type: "reminder" } & DueReminder);

/**
 * The charge of which a learner is to be reminded. `id` is the enrolment's, `number` the charge's place in
 * the plan.
 */
export interface DueReminder {
  readonly id: string;
  readonly currency: Currency;
  readonly number: number;
}

/** The part of Cloudflare's queue that is used here. It rejects when the queue does not take the job. */
export interface JobQueue {
  send(job: Job): Promise<unknown>;
}

/** Hands a job to the queue. If the queue does not take it, a sweep does the work. Never rejects. */
export async function enqueueJob(jobs: JobQueue, job: Job): Promise<void> {
  try {
    await jobs.send(job);
  } catch (error) {
    logError("job-not-queued", { type: job.type, reason: reasonOf(error) });
  }
}

/** The outcome of a job. Unless it is done, the queue delivers it again. */
export type JobOutcome = "done" | { readonly retryInSeconds: number };

/**
 * The function for each kind of job. A job may be delivered twice, even at the same time, so each function
 * must be safe to repeat.
 */
export type JobRunners = {
  readonly [Type in Job["type"]]: (job: Extract<Job, { type: Type }>) => Promise<JobOutcome>;
};

/** The part of a queue's message that is used here. */
export interface JobMessage {
  readonly body: unknown;
  /** The number of deliveries of the message, this one included. */
  readonly attempts: number;
  ack(): void;
  retry(options: { delaySeconds: number }): void;
}

/** The pauses after unexpected failures of a runner, by attempt. The last one repeats. */
const FAILURE_PAUSES_SECONDS = [30, 120, 600, 3600];

/** Does a batch of jobs concurrently. One that fails does not affect the others. Never rejects. */
export async function runJobs(messages: readonly JobMessage[], runners: JobRunners): Promise<void> {
  await Promise.all(messages.map((message) => runJob(message, runners)));
}

async function runJob(message: JobMessage, runners: JobRunners): Promise<void> {
  const type = typeOf(message.body, runners);
  if (!type) {
    logError("job-unknown", {});
    message.ack();
    return;
  }
  try {
    const run = runners[type] as (job: Job) => Promise<JobOutcome>;
    const outcome = await run(message.body as Job);
    if (outcome === "done") message.ack();
    else message.retry({ delaySeconds: outcome.retryInSeconds });
  } catch (error) {
    const pause = FAILURE_PAUSES_SECONDS[message.attempts - 1] ?? 3600;
    logError("job-failed", { type, attempt: message.attempts, reason: reasonOf(error) });
    message.retry({ delaySeconds: pause });
  }
}

function typeOf(body: unknown, runners: JobRunners): Job["type"] | null {
  const type = (body as { type?: unknown } | null)?.type;
  return typeof type === "string" && Object.hasOwn(runners, type) ? (type as Job["type"]) : null;
}

/** Runs the sweeps concurrently; one that fails does not stop the others. Never rejects. */
export async function runSweeps(sweeps: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
  await Promise.all(
    Object.entries(sweeps).map(async ([name, sweep]) => {
      try {
        await sweep();
      } catch (error) {
        logError("sweep-failed", { name, reason: reasonOf(error) });
      }
    }),
  );
}
