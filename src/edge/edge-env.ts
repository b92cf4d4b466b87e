import type { Context } from "hono";
import type { AppContext } from "./app-context.ts";
import type { DeskGate } from "./desk/access-gate.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";
import type { MailServer } from "./mail/deliver-mail.ts";
import type { SitePages } from "./pages/fill-page.ts";
import type { PaymentProviders } from "./payments/payment-providers.ts";

/** What every route is given as `c.env`: what the app works with, as it is at the time of the request. */
export interface EdgeBindings {
  readonly context: AppContext;
  readonly providers: PaymentProviders;
  /** The site's own pages, for what is answered without script. */
  readonly pages: SitePages;
  readonly mailLimits: { readonly visitor: RateLimiter; readonly recipient: RateLimiter };
  readonly mailServer: MailServer["state"];
  readonly hasQueue: boolean;
  /** null: no one may open the desk, and its addresses answer 404. */
  readonly desk: DeskGate | null;
}

/** What a route logs and answers when it throws. */
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
