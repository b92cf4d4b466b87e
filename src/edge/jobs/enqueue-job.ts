import { logError, reasonOf } from "~/edge/log.ts";
import type { Job, JobQueue } from "./job.ts";

/** Hands a job to the queue. One that the queue does not take is done by a sweep. Never rejects. */
export async function enqueueJob(jobs: JobQueue, job: Job): Promise<void> {
  try {
    await jobs.send(job);
  } catch (error) {
    logError("job-not-queued", { type: job.type, reason: reasonOf(error) });
  }
}
