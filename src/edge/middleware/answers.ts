import type { Context, MiddlewareHandler } from "hono";
import type { EdgeEnv, RouteFailure } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { logError, reasonOf } from "~/edge/log.ts";

/** What is answered in place of a route's own handler: to another method, and when something fails. */

/** 405, naming the methods that are answered at an address. */
export function refuseMethod(methods: readonly string[]): Response {
  const named = methods.filter((method) => method !== "HEAD");
  const message = `Only ${named.join(" and ")} ${named.length > 1 ? "are" : "is"} answered here.`;
  return jsonResponse(405, { message }, { allow: methods.join(", ") });
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
