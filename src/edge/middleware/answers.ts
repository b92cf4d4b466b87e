import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { EdgeEnv, RouteFailure } from "~/edge/app-context.ts";
import { isFromThisSite } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { isWithinLimit, tooManyTries, visitorKey } from "~/edge/limits/rate-limit.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";

export function refuseMethod(methods: readonly string[]): Response {
  const named = methods.filter((method) => method !== "HEAD");
  const message = `Only ${named.join(" and ")} ${named.length > 1 ? "are" : "is"} answered here.`;
  return jsonResponse(405, { message }, { allow: methods.join(", ") });
}

export const NOT_FROM_THIS_SITE = "This is taken from the academy's own website only.";

/** Answers 403 to a page of another site. Webhooks and mailboxes send no origin and pass. */
export const ownPages: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  if (isFromThisSite(c.req.raw)) return next();
  return jsonResponse(403, { message: NOT_FROM_THIS_SITE });
};

interface VisitorLimit {
  /** The key under which a visitor's requests are counted, apart from those of other routes. */
  readonly key: (visitor: string) => string;
  /** The log event for a request beyond the limit; undefined where none is logged. */
  readonly event?: string;
  readonly answer?: () => Response;
}

export function visitorLimit({
  key,
  event,
  answer = () => tooManyTries(),
}: VisitorLimit): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    if (await isWithinLimit(c.env.context.orderLimit, key(visitorKey(c.req.raw)))) return next();
    if (event) log(event, {});
    return answer();
  };
}

/** Sets what is logged and answered if the rest of the route throws. */
export function onFailure(failure: RouteFailure): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    c.set("failure", failure);
    await next();
  };
}

/** Answers 503 with a message to the visitor. @param retryAfterS `null` if the time is unknown */
export function unavailable(message: string, retryAfterS: number | null): RouteFailure["answer"] {
  const headers: Record<string, string> = retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
  return () => jsonResponse(503, { message }, headers);
}

const UNFORESEEN: RouteFailure = {
  event: "request-failed",
  answer: unavailable("That didn't work. Please try again in a minute.", 30),
};

/** Answers an error as its route states; if that answer fails too, with plain JSON. */
export async function answerFailure(error: Error, c: Context<EdgeEnv>): Promise<Response> {
  // Hono's validator throws this for a body that it cannot parse.
  if (error instanceof HTTPException) return jsonResponse(400, { message: "This must be valid JSON." });
  const { event, loggedParam, answer } = c.var.failure ?? UNFORESEEN;
  const param = loggedParam ? { [loggedParam]: c.req.param(loggedParam) ?? "" } : {};
  logError(event, { ...param, reason: reasonOf(error) });
  try {
    return await answer(c);
  } catch {
    return UNFORESEEN.answer(c);
  }
}
