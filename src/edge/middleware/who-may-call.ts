import type { MiddlewareHandler } from "hono";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { isFromThisSite } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { isWithinLimit, tooManyTries, visitorKey } from "~/edge/limits/rate-limit.ts";
import { log } from "~/edge/log.ts";

/** Who may call a route, and how often. */

/** 403 to a page of another site. Webhooks and mailboxes come from no page. @param what how the sentence begins */
export function ownPages(what = "This is"): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    if (isFromThisSite(c.req.raw)) return next();
    return jsonResponse(403, { message: `${what} taken from the academy's own website only.` });
  };
}

interface VisitorLimit {
  /** A name of its own counts these requests separately from orders. */
  readonly key: (visitor: string) => string;
  /** What the log says of a request beyond the limit; undefined where it says nothing. */
  readonly event?: string;
  readonly answer?: () => Response;
}

export function visitorLimit({
  key,
  event,
  answer = tooManyTries,
}: VisitorLimit): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    if (await isWithinLimit(c.env.context.orderLimit, key(visitorKey(c.req.raw)))) return next();
    if (event) log(event, {});
    return answer();
  };
}
