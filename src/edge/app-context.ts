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
export interface AppContext
  extends Pick<Dependencies, "db" | "providers" | "portal" | "addresses" | "prices" | "templates"> {
  readonly jobs: JobQueue;
  /** Signs and verifies the enrolments that checkouts name. */
  readonly proofs: EnrolmentProofs;
  /** The address of the desk; `null` if there is none. */
  readonly deskAt: URL | null;
  readonly orderLimit: RateLimiter;
  /** The orders a minute that are still stored once a daily limit is reached. */
  readonly overflowLimit: RateLimiter;
  /** The limit of a visitor's requests that may be invented, such as those about unknown payments. */
  readonly strangerLimit: RateLimiter;
  /** The time of the request, the same in all of its steps. */
  readonly now: Date;
}

/** Everything outside the app that it works with. */
export interface Dependencies {
  readonly db: Database;
  /** `undefined` if none is bound. Mails then wait for the next sweep, and /prod/health reports it. */
  readonly jobs: JobQueue | undefined;
  readonly limits: {
    readonly mailsOfVisitor: RateLimiter;
    readonly mailsToRecipient: RateLimiter;
    readonly ordersOfVisitor: RateLimiter;
    readonly ordersOverDailyLimit: RateLimiter;
  };
  readonly providers: PaymentProviders;
  readonly portal: Portal;
  readonly mailServer: MailServer;
  readonly addresses: AcademyAddresses;
  readonly prices: PriceList;
  readonly cohort: NextCohort;
  readonly templates: MailTemplates;
  readonly pages: SitePages;
  readonly sweepLimits: SweepLimits;
  /** `null` if nobody may open the desk. Its addresses then answer 404. */
  readonly desk: DeskGate | null;
  readonly now: () => Date;
  /** Whether the checkout is a stand-in. Each mail's subject then says so, as it does with a test account. */
  readonly isSandbox: boolean;
}

/** The bindings of every route as `c.env`: the context of the request, and the site's pages. */
export interface EdgeBindings {
  readonly context: AppContext;
  readonly pages: SitePages;
  readonly mailLimits: { readonly visitor: RateLimiter; readonly recipient: RateLimiter };
  readonly mailServerState: MailServer["state"];
  readonly hasQueue: boolean;
  readonly desk: DeskGate | null;
}

export interface RouteFailure {
  readonly event: string;
  /** The route parameter whose value is logged: "id". */
  readonly loggedParam?: string;
  readonly answer: (c: Context) => Response | Promise<Response>;
}

/** The environment of Hono's routes and middleware. Variables that a middleware adds are in its own type. */
export interface EdgeEnv {
  Bindings: EdgeBindings;
  Variables: { readonly failure?: RouteFailure };
}
