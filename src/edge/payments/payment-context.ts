import type { Cohort } from "~/domain/dates/cohort-state.ts";
import type { PriceList } from "~/domain/enrolment/expected-charge.ts";
import type { MailTemplates } from "~/domain/mail/render-mail.ts";
import type { Database } from "~/edge/database.ts";
import type { RateLimiter } from "~/edge/http/rate-limit.ts";
import type { JobQueue } from "~/edge/jobs/job.ts";
import type { AcademyAddresses } from "~/edge/mail/academy-addresses.ts";

/** What every part of the payments' side works with. */
export interface PaymentContext {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly prices: PriceList;
  /** The next one, from content. */
  readonly cohort: Cohort;
  readonly addresses: AcademyAddresses;
  /** Of the mails to learners and payers. */
  readonly templates: MailTemplates;
  /** Where staff settle things; null where nobody comes to the desk. */
  readonly deskAt: URL | null;
  /** How many orders a visitor may name or make. */
  readonly orderLimit: RateLimiter;
  /** The time at which all of a request happens. */
  readonly now: Date;
}
