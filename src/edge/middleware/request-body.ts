import { zValidator } from "@hono/zod-validator";
import type { z } from "astro/zod";
import type { Context, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { isFromThisSite, isJson } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { NOT_FROM_THIS_SITE, ownPages } from "./answers.ts";

/** Middleware that reads a request's body: first its bytes, within a limit, then its type, then its shape. */

/** The largest body of an order, in bytes. It needs about 1 KB. */
export const MAX_ORDER_BYTES = 8 * 1024;

/** The largest body of a webhook, in bytes. Paystack's have some ten KB with the log of a charge. */
export const MAX_WEBHOOK_BYTES = 256 * 1024;

/** The largest body of a request that needs few fields or none, in bytes. */
export const MAX_SMALL_BYTES = 1024;

interface BodyEnv {
  Variables: { readonly body: LimitedText };
}

/** Reads the body before any refusal, because unread bytes would break the connection's next request. */
export function readBody(limit: number): MiddlewareHandler<EdgeEnv & BodyEnv> {
  return async (c, next) => {
    c.set("body", await readLimitedText(c.req.raw, limit));
    await next();
  };
}

/** Answers 415 to anything but JSON. A form on another site cannot send JSON unless the browser asks us. */
const jsonType: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  if (isJson(c.req.raw)) return next();
  return jsonResponse(415, { message: "This must be sent as application/json." });
};

/** Hands the text of the body to Hono's own readers. Answers 413 if it is too large, 400 if it is not UTF-8. */
const readable = (limit: number): MiddlewareHandler<EdgeEnv & BodyEnv> => {
  return async (c, next) => {
    const { body } = c.var;
    if (!body.ok) {
      const { status, message } = refusalOf(body, limit);
      return jsonResponse(status, { message });
    }
    // Hono's type for the cache says string, while its readers await a promise.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(body.text) });
    return next();
  };
};

/** Reads JSON from any sender. Whoever parses it refuses what is malformed. */
export const json = (limit: number): MiddlewareHandler<EdgeEnv> =>
  every(readBody(limit), jsonType, readable(limit));

/** Reads JSON that a page of this site sends. */
export const pageJson = (limit: number): MiddlewareHandler<EdgeEnv> =>
  every(readBody(limit), ownPages, jsonType, readable(limit));

/** The context of a handler after {@link shape}, and after the middleware whose environment is `Added`. */
export type Checked<Schema extends z.ZodType, Added extends object = object> = Context<
  EdgeEnv & Added,
  string,
  { out: { json: z.output<Schema> } }
>;

/**
 * Parses and checks the body, which `c.req.valid("json")` then returns. Answers 400 with the first mistake.
 * @param whole the beginning of the sentence if the body itself is wrong: "The order"
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

interface BodyRefusal {
  readonly ok: false;
  readonly status: 400 | 403 | 413;
  readonly message: string;
}

type FormPost = { readonly ok: true; readonly fields: URLSearchParams } | BodyRefusal;

/** Reads a posted form. Browsers name the page's origin with each, so one without an origin is refused. */
export async function readFormPost(request: Request, limit: number): Promise<FormPost> {
  // Read before anything is refused: bytes left in the connection would break its next request.
  const body = await readLimitedText(request, limit);
  if (request.headers.get("origin") === null || !isFromThisSite(request)) {
    return { ok: false, status: 403, message: NOT_FROM_THIS_SITE };
  }
  return body.ok ? { ok: true, fields: new URLSearchParams(body.text) } : refusalOf(body, limit);
}

function refusalOf({ reason }: Unreadable, limit: number): BodyRefusal {
  return reason === "too-large"
    ? { ok: false, status: 413, message: `This is larger than ${limit / 1024} KB.` }
    : { ok: false, status: 400, message: "This must be complete UTF-8 text." };
}

interface Unreadable {
  readonly ok: false;
  readonly reason: "too-large" | "incomplete";
}

type LimitedText = { readonly ok: true; readonly text: string } | Unreadable;

/** The bytes of a refused body that are read and dropped, so that the connection can be used again. */
const DISCARD_LIMIT = 1024 * 1024;

/** Reads a body, and counts its bytes while they arrive: a `Content-Length` may be missing or wrong. */
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
  } catch {
    return { ok: false, reason: "incomplete" };
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
