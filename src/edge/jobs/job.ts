import type { Day } from "~/domain/dates/day.ts";
import type { Currency } from "~/domain/money/money.ts";
import { logError, reasonOf } from "~/edge/log.ts";

/** Work that is done after the visitor has been answered. A job names its record; the data is in the database. */
export type Job =
  /** Delivers a mail. `id` is that of its row in `mails`. */
  | { readonly type: "mail"; readonly id: number }
  /** Asks the payment provider how a payment ended. */
  | { readonly type: "verify"; readonly reference: string }
  /** Mails fresh links. `id` is that of the request in `link_requests`. */
  | { readonly type: "links"; readonly id: number }
  /** Compares the week up to a day with a provider's books, because staff asked for it. */
  | { readonly type: "reconcile"; readonly provider: "paystack" | "paypal"; readonly day: Day }
  /** Mails an address to confirm it. `id` is that of its row in `subscriptions`. */
  | { readonly type: "subscription"; readonly id: number }
  /** Writes a reminder, if it is still to be written. */
  | ({ readonly type: "reminder" } & DueReminder);

/** The charge of an enrolment of which its learner is to be reminded. `number` is the charge's place in the plan. */
export interface DueReminder {
  readonly id: string;
  readonly currency: Currency;
  readonly number: number;
}

/** As much of Cloudflare's queue as is used here. Rejects when the queue does not take the job. */
export interface JobQueue {
  send(job: Job): Promise<unknown>;
}

/** Hands a job to the queue. One that the queue does not take is done by a sweep. Never rejects. */
export async function enqueueJob(jobs: JobQueue, job: Job): Promise<void> {
  try {
    await jobs.send(job);
  } catch (error) {
    logError("job-not-queued", { type: job.type, reason: reasonOf(error) });
  }
}
