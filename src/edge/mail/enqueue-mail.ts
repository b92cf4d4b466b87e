import type { Database } from "~/edge/database.ts";
import type { JobQueue } from "~/edge/jobs/job.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { findQueued } from "./mail-store.ts";

/**
 * Hands a stored mail to the queue. One that the queue does not take is stored all the same: the next sweep hands it
 * over. Never rejects.
 */
export async function enqueueMail(jobs: JobQueue, id: number): Promise<void> {
  try {
    await jobs.send({ type: "mail", id });
  } catch (error) {
    logError("mail-not-queued", { id, reason: reasonOf(error) });
  }
}

/**
 * Hands those mails to the queue whose keys begin so and which wait for delivery. Rejects when the database fails; the
 * next sweep hands them over then.
 */
export async function enqueueMails(
  { db, jobs }: { readonly db: Database; readonly jobs: JobQueue },
  keyPrefix: string,
): Promise<void> {
  for (const id of await findQueued(db, keyPrefix)) await enqueueMail(jobs, id);
}
