import { logError, reasonOf } from "~/edge/log.ts";
import type { Job } from "./job.ts";

/** A job that is done leaves the queue; any other comes again. */
export type JobOutcome = "done" | { readonly retryInSeconds: number };

/** Who does which kind of job. A job may come twice, or twice at once: each runner makes sure that this does no harm. */
export type JobRunners = {
  readonly [Type in Job["type"]]: (job: Extract<Job, { type: Type }>) => Promise<JobOutcome>;
};

/** As much of a message of Cloudflare's queue as is used here. */
export interface JobMessage {
  readonly body: unknown;
  /** How often the message was handed over, this time included. */
  readonly attempts: number;
  ack(): void;
  retry(options: { delaySeconds: number }): void;
}

/** Pause after an unexpected failure of a runner, by attempt; the last one stays. */
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
