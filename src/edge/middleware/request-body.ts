import { zValidator } from "@hono/zod-validator";
import type { z } from "astro/zod";
import type { Context, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { isJson, type LimitedText, readLimitedText } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { ownPages } from "./answers.ts";

/** How a request's body is read at its route: first its bytes, within a limit, then its type, then its shape. */

/** Largest body of an order, in bytes. It needs about 1 KB, of which JSON may write each character in six. */
export const MAX_ORDER_BYTES = 8 * 1024;

/** The largest body of a webhook, in bytes. A charge's own log makes Paystack's some ten KB. */
export const MAX_WEBHOOK_BYTES = 256 * 1024;

/** The largest body that is an empty object, in bytes. */
export const MAX_EMPTY_BYTES = 1024;

export interface BodyEnv {
  Variables: {
    /** The limit that the route states, in bytes. */
    readonly bodyLimit: number;
    readonly body: LimitedText;
  };
}

type ReadBody = MiddlewareHandler<EdgeEnv & BodyEnv>;

/** Comes before all that refuses a request: bytes left in the connection would break its next request. */
export function body(limit: number): ReadBody {
  return async (c, next) => {
    c.set("bodyLimit", limit);
    c.set("body", await readLimitedText(c.req.raw, limit));
    await next();
  };
}

/** 415: a form on another site cannot send this type without the browser asking first. @param what begins the sentence */
export function jsonType(what = "This"): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    if (isJson(c.req.raw)) return next();
    return jsonResponse(415, { message: `${what} must be sent as application/json.` });
  };
}

/** Hands what {@link body} has read to Hono's own readers: 413 larger than its limit · 400 not UTF-8, or not JSON. */
const parsed: MiddlewareHandler<EdgeEnv & BodyEnv> = async (c, next) => {
  const read = c.var.body;
  if (!read.ok && read.reason === "too-large") {
    return jsonResponse(413, { message: `This is larger than ${c.var.bodyLimit / 1024} KB.` });
  }
  if (!read.ok) return jsonResponse(400, { message: "This must be complete UTF-8 text." });
  // Its type says string, while Hono's readers await what they find here.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(read.text) });
  try {
    await c.req.json();
  } catch {
    return jsonResponse(400, { message: "This must be valid JSON." });
  }
  return next();
};

/** Reads JSON, whoever sends it. */
export const json = (limit: number): MiddlewareHandler<EdgeEnv> => every(body(limit), jsonType(), parsed);

/** Reads JSON that a page of this site sends. */
export const pageJson = (limit: number): MiddlewareHandler<EdgeEnv> =>
  every(body(limit), ownPages(), jsonType(), parsed);

/** The context of a handler behind {@link shape}. @typeParam Added the environment of other middleware at the route */
export type Checked<Schema extends z.ZodType, Added extends object = object> = Context<
  EdgeEnv & Added,
  string,
  { out: { json: z.output<Schema> } }
>;

/** 400 with the first thing that is wrong, in one sentence. @param whole its beginning when all is wrong: "The order" */
export const shape = <Schema extends z.ZodType>(schema: Schema, whole: string) =>
  zValidator("json", schema, (result) =>
    result.success ? undefined : jsonResponse(400, { message: firstIssue(result.error, whole) }),
  );

export function firstIssue({ issues: [issue] }: z.core.$ZodError, whole: string): string {
  const place = issue?.path.join(".") || whole;
  // An unknown name is not repeated: it is the sender's own text, of any length.
  if (issue?.code === "unrecognized_keys") return `${place} has a field that is not known here.`;
  const message = issue?.message ?? "is not valid";
  return message.endsWith(".") ? message : `${place} ${message}.`;
}
