import type { NextCohort } from "~/domain/dates/cohort.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { MailTemplates } from "~/domain/mail/mail-template.ts";
import type { Database } from "./database.ts";
import type { DeskGate } from "./desk/access-gate.ts";
import type { JobQueue } from "./jobs/job.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";
import type { AcademyAddresses } from "./mail/academy-addresses.ts";
import type { MailServer } from "./mail/deliver-mail.ts";
import type { SitePages } from "./pages/fill-page.ts";
import type { PaymentProviders } from "./payments/payment-providers.ts";
import type { SweepLimits } from "./payments/sweep-payments.ts";

/** Everything outside the app that it works with. */
export interface Dependencies {
  readonly db: Database;
  /** Undefined where none is bound: mails then wait for the next sweep, and /prod/health reports it. */
  readonly jobs: JobQueue | undefined;
  readonly limits: {
    readonly mailsOfVisitor: RateLimiter;
    readonly mailsToRecipient: RateLimiter;
    readonly ordersOfVisitor: RateLimiter;
  };
  readonly providers: PaymentProviders;
  readonly mailServer: MailServer;
  /** From the academy's content, like `prices`. */
  readonly addresses: AcademyAddresses;
  readonly prices: PriceList;
  /** The next cohort, from content. */
  readonly cohort: NextCohort;
  /** Of the mails to learners and payers. */
  readonly templates: MailTemplates;
  /** The site's own pages, for what is answered without script. */
  readonly pages: SitePages;
  readonly sweepLimits: SweepLimits;
  /** null: no one may open the desk, and its addresses answer 404. */
  readonly desk: DeskGate | null;
  readonly now: () => Date;
  /** Whether the checkout is a stand-in; each mail's subject then begins with that, as it does with a test account. */
  readonly isSandbox: boolean;
}
