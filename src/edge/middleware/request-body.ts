import { zValidator } from "@hono/zod-validator";
import type { z } from "astro/zod";
import type { Context, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { isFromThisSite, isJson } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { ownPages } from "./answers.ts";

/** Middleware that reads a request's body: first its bytes, within a limit, then its type, then its shape. */

/**
 * The largest body of an order, in bytes. It needs about 1 KB, and JSON may escape each character with six.
 */
export const MAX_ORDER_BYTES = 8 * 1024;

/** The largest body of a webhook, in bytes. Paystack's have some ten KB with the log of a charge. */
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

/**
 * Reads the body. It comes before any middleware that refuses a request, because unread bytes would break the
 * connection's next request.
 */
export function body(limit: number): ReadBody {
  return async (c, next) => {
    c.set("bodyLimit", limit);
    c.set("body", await readLimitedText(c.req.raw, limit));
    await next();
  };
}

/**
 * Answers 415 to anything but JSON, which a form on another site cannot send unless the browser asks us
 * first. @param what the sentence's beginning
 */
export function jsonType(what = "This"): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    if (isJson(c.req.raw)) return next();
    return jsonResponse(415, { message: `${what} must be sent as application/json.` });
  };
}

/**
 * Hands the body that {@link body} has read to Hono's own readers. Answers 413 if it is too large, 400 if it
 * is not UTF-8 or not JSON.
 */
const parsed: MiddlewareHandler<EdgeEnv & BodyEnv> = async (c, next) => {
  const read = c.var.body;
  if (!read.ok && read.reason === "too-large") {
    return jsonResponse(413, { message: `This is larger than ${c.var.bodyLimit / 1024} KB.` });
  }
  if (!read.ok) return jsonResponse(400, { message: "This must be complete UTF-8 text." });
  // Hono's type for the cache says string, while its readers await a promise.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(read.text) });
  try {
    await c.req.json();
  } catch {
    return jsonResponse(400, { message: "This must be valid JSON." });
  }
  return next();
};

/** Reads JSON from any sender. */
export const json = (limit: number): MiddlewareHandler<EdgeEnv> => every(body(limit), jsonType(), parsed);

/** Reads JSON that a page of this site sends. */
export const pageJson = (limit: number): MiddlewareHandler<EdgeEnv> =>
  every(body(limit), ownPages(), jsonType(), parsed);

/**
 * The context of a handler after {@link shape}. @typeParam Added the environment of other middleware at the
 * route
 */
export type Checked<Schema extends z.ZodType, Added extends object = object> = Context<
  EdgeEnv & Added,
  string,
  { out: { json: z.output<Schema> } }
>;

/**
 * Answers 400 with the first mistake, in one sentence. @param whole the sentence's beginning if the body
 * itself is wrong: "The order"
 */
export const shape = <Schema extends z.ZodType>(schema: Schema, whole: string) =>
  zValidator("json", schema, (result) =>
    result.success ? undefined : jsonResponse(400, { message: firstIssue(result.error, whole) }),
  );

export function firstIssue({ issues: [issue] }: z.core.$ZodError, whole: string): string {
  const place = issue?.path.join(".") || whole;
  // An unknown name is not repeated, because it is the sender's own text of any length.
  if (issue?.code === "unrecognized_keys") return `${place} has a field that is not known here.`;
  const message = issue?.message ?? "is not valid";
  return message.endsWith(".") ? message : `${place} ${message}.`;
}

export type FormPost =
  | { readonly ok: true; readonly fields: URLSearchParams }
  | { readonly ok: false; readonly status: 400 | 403 | 413; readonly message: string };

/** Browsers name the page's origin with every form that they post: one that names none is not a page's. */
export async function readFormPost(request: Request, limit: number): Promise<FormPost> {
  // Read before anything is refused: bytes left in the connection would break its next request.
  const read = await readLimitedText(request, limit);
  if (request.headers.get("origin") === null || !isFromThisSite(request)) {
    return { ok: false, status: 403, message: "This is taken from the academy's own website only." };
  }
  if (read.ok) return { ok: true, fields: new URLSearchParams(read.text) };
  return read.reason === "too-large"
    ? { ok: false, status: 413, message: `This is larger than ${limit / 1024} KB.` }
    : { ok: false, status: 400, message: "This must be complete UTF-8 text." };
}

export type LimitedText =
  | { ok: true; text: string }
  | { ok: false; reason: "too-large" | "not-utf8" | "interrupted" };

/**
 * How much of a refused body is still read away: a connection with unread bytes in it breaks for its next
 * request.
 */
const DISCARD_LIMIT = 1024 * 1024;

/** The bytes are counted while they arrive: a `Content-Length` may be missing or a lie. */
export async function readLimitedText(request: Request, limit: number): Promise<LimitedText> {
  if (!request.body) return { ok: true, text: "" };

  const reader = request.body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit) {
        await discard(reader);
        return { ok: false, reason: "too-large" };
      }
      text += decoder.decode(value, { stream: true });
    }
    return { ok: true, text: text + decoder.decode() };
  } catch (error) {
    return { ok: false, reason: error instanceof TypeError ? "not-utf8" : "interrupted" };
  }
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let size = 0; size < DISCARD_LIMIT; ) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
  }
  await reader.cancel();
}
