import type { Context } from "hono";
import type { NextCohort } from "~/domain/dates/cohort.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { MailTemplates } from "~/domain/mail/render-mail.ts";
import type { DeskGate } from "~/edge/desk/access-gate.ts";
import type { JobQueue } from "~/edge/jobs/jobs.ts";
import type { RateLimiter } from "~/edge/limits/rate-limit.ts";
import type { AcademyAddresses } from "~/edge/mail/academy-addresses.ts";
import type { MailServer } from "~/edge/mail/deliver-mail.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import type { EnrolmentProofs, PaymentProviders } from "~/edge/payments/payment-providers.ts";
import type { Portal } from "~/edge/portal/portal.ts";
import type { Database } from "./database.ts";
import type { SweepLimits } from "./payment-lifecycle/sweep-payments.ts";

/** The context in which the edge answers a request, does a job or sweeps. */
export interface AppContext {
  readonly db: Database;
  readonly jobs: JobQueue;
  /** The signatures of the enrolments that checkouts name. */
  readonly proofs: EnrolmentProofs;
  readonly providers: PaymentProviders;
  readonly portal: Portal;
  readonly prices: PriceList;
  readonly addresses: AcademyAddresses;
  /** The templates of the mails to learners and payers. */
  readonly templates: MailTemplates;
  /** The address of the desk; null where there is none. */
  readonly deskAt: URL | null;
  /** How many orders a visitor may name or make. */
  readonly orderLimit: RateLimiter;
  /** How many orders a visitor may have stored beyond the day's limits. */
  readonly overflowLimit: RateLimiter;
  /** How often a visitor may ask about what this site does not know. */
  readonly strangerLimit: RateLimiter;
  /** The time at which all of a request happens. */
  readonly now: Date;
}

/** Everything outside the app that it works with. */
export interface Dependencies {
  readonly db: Database;
  /** Undefined where none is bound: mails then wait for the next sweep, and /prod/health reports it. */
  readonly jobs: JobQueue | undefined;
  readonly limits: {
    readonly mailsOfVisitor: RateLimiter;
    readonly mailsToRecipient: RateLimiter;
    readonly ordersOfVisitor: RateLimiter;
    readonly ordersBeyondDay: RateLimiter;
  };
  readonly providers: PaymentProviders;
  readonly portal: Portal;
  readonly mailServer: MailServer;
  /** From the academy's content, like `prices`. */
  readonly addresses: AcademyAddresses;
  readonly prices: PriceList;
  readonly cohort: NextCohort;
  readonly templates: MailTemplates;
  readonly pages: SitePages;
  readonly sweepLimits: SweepLimits;
  /** null: no one may open the desk, and its addresses answer 404. */
  readonly desk: DeskGate | null;
  readonly now: () => Date;
  /** Whether the checkout is a stand-in; each mail's subject then begins with that, as it does with a test account. */
  readonly isSandbox: boolean;
}

/** The bindings of every route as `c.env`: the context at the time of the request, and the site's pages. */
export interface EdgeBindings {
  readonly context: AppContext;
  readonly pages: SitePages;
  readonly mailLimits: { readonly visitor: RateLimiter; readonly recipient: RateLimiter };
  readonly mailServer: MailServer["state"];
  readonly hasQueue: boolean;
  readonly desk: DeskGate | null;
}

export interface RouteFailure {
  readonly event: string;
  /** A part of the address that the log names as well: "id". */
  readonly names?: string;
  readonly answer: (c: Context) => Response | Promise<Response>;
}

/** The environment of Hono's routes and middleware. What one of them adds for the next is in its own type. */
export interface EdgeEnv {
  Bindings: EdgeBindings;
  Variables: { readonly failure?: RouteFailure };
}
