import type { PriceList } from "~/domain/enrolment/expected-charge.ts";
import type { Database } from "../database.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { JobQueue } from "../jobs/job.ts";

/** Whom mails about registrations come from and go to. */
export interface Staff {
  readonly sender: string;
  /** In the order of content/site.yaml: the first is "staff-1". */
  readonly recipients: readonly string[];
}

/** What every part of the payments' side works with. */
export interface PaymentContext {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly prices: PriceList;
  readonly staff: Staff;
  /** How many orders a visitor may name or make; null where nobody counts. */
  readonly orderLimit: RateLimiter | null;
  /** The time at which all of a request happens. */
  readonly now: Date;
}
