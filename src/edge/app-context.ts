import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { MailTemplates } from "~/domain/mail/mail-template.ts";
import type { Database } from "./database.ts";
import type { JobQueue } from "./jobs/job.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";
import type { AcademyAddresses } from "./mail/academy-addresses.ts";
import type { PaymentRecord } from "./payments/payment-record.ts";

/** What payments know of enrolments, which are built on payments. */
export interface PaidEnrolments {
  /** Updates an enrolment from what was recorded of one of its payments. @throws when the database fails */
  follow(context: AppContext, payment: PaymentRecord): Promise<void>;
  /** Whether what a payment was started for is neither paid, nor about to be, nor given up. @throws when the database fails */
  isStillOwed(context: AppContext, reference: string): Promise<boolean>;
}

/** What every part of the edge works with while it answers a request, does a job or sweeps. */
export interface AppContext {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly enrolments: PaidEnrolments;
  readonly prices: PriceList;
  readonly addresses: AcademyAddresses;
  /** Of the mails to learners and payers. */
  readonly templates: MailTemplates;
  /** Where staff settle things; null where there is no desk. */
  readonly deskAt: URL | null;
  /** How many orders a visitor may name or make. */
  readonly orderLimit: RateLimiter;
  /** The time at which all of a request happens. */
  readonly now: Date;
}
