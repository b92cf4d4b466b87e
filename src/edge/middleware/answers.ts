import type { Context, MiddlewareHandler } from "hono";
import type { EdgeEnv, RouteFailure } from "~/edge/app-context.ts";
import { readLimitedText } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { logError, reasonOf } from "~/edge/log.ts";

/** What is answered in place of a route's own handler: to another method, and when something fails. */

/** As much of a refused request's body as is read before the rest is read away. */
const MOST_READ_BYTES = 1024;

/** The last route of an address: 405, naming the methods that are answered there. */
export function only(...methods: readonly ("GET" | "POST" | "PATCH")[]): MiddlewareHandler<EdgeEnv> {
  const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const are = methods.length > 1 ? "are" : "is";
  return async (c) => {
    // Bytes left in the connection would break its next request.
    await readLimitedText(c.req.raw, MOST_READ_BYTES);
    return jsonResponse(405, { message: `Only ${methods.join(" and ")} ${are} answered here.` }, { allow });
  };
}

/** States what is logged and answered when the rest of a route throws. */
export function onFailure(failure: RouteFailure): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    c.set("failure", failure);
    await next();
  };
}

/** 503 in a visitor's words. @param retryAfterS null where nothing is said about when to try again */
export function unavailable(message: string, retryAfterS: number | null): RouteFailure["answer"] {
  const headers: Record<string, string> = retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
  return () => jsonResponse(503, { message }, headers);
}

const UNFORESEEN: RouteFailure = {
  event: "request-failed",
  answer: unavailable("That didn't work. Please try again in a minute.", 30),
};

/** The app's answer to an error, as the route states it, or without a page where the page cannot be had either. */
export async function answerFailure(error: Error, c: Context<EdgeEnv>): Promise<Response> {
  const { event, names, answer } = c.var.failure ?? UNFORESEEN;
  const named = names ? { [names]: c.req.param(names) ?? "" } : {};
  logError(event, { ...named, reason: reasonOf(error) });
  try {
    return await answer(c);
  } catch {
    return UNFORESEEN.answer(c);
  }
}
