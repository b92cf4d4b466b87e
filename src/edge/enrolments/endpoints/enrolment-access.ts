import type { MiddlewareHandler } from "hono";
import { isEnrolmentId, isKey, keyDigest } from "~/domain/enrolment/enrolment-key.ts";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { isWithinLimit, visitorKey } from "~/edge/limits/rate-limit.ts";
import { log } from "~/edge/log.ts";
import { endingKeys, keysOf, type StoredKey } from "../enrolment-keys.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import { findEnrolment } from "../enrolment-store.ts";

export interface Opened {
  readonly enrolment: EnrolmentRecord;
  readonly key: StoredKey;
}

export interface OpenedEnv {
  Variables: { readonly opened: Opened };
}

/**
 * Opens an enrolment to a key. Answers 404 to an unknown id, a wrong key and a replaced key, in the same
 * words and after the same work. Answers 429 to too many requests. Wrong keys at a network address never lock
 * out others there: a key cannot be guessed, so they are only logged.
 */
export const withKey: MiddlewareHandler<EdgeEnv & OpenedEnv> = async (c, next) => {
  const { db, orderLimit } = c.env.context;
  const id = c.req.param("id") ?? "";
  const [, presented = ""] = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "") ?? [];
  const isWellFormed = isEnrolmentId(id) && isKey(presented);
  const digest = await keyDigest(presented);
  const keys = await keysOf(db, id);
  // Digests are compared, so the time of the comparison reveals nothing about a key.
  const key = keys.find((candidate) => candidate.digest === digest);
  // Only a right key reads the enrolment, so the time of a refusal does not reveal whether the enrolment
  // exists.
  const enrolment = isWellFormed && key ? await findEnrolment(db, id) : null;
  if (!enrolment || !key) {
    // The limit keeps a flood of wrong keys from filling the log.
    if (await isWithinLimit(orderLimit, `wrong-key:${visitorKey(c.req.raw)}`))
      log("enrolment-not-opened", {});
    return notOpened();
  }
  if (!(await isWithinLimit(orderLimit, `key:${digest}`))) return tooMany();
  // A requested link ends older ones only when it is used, so that a request by a stranger cannot lock out
  // the learner.
  if (key.isReplacing && keys.some(({ kind, createdAt }) => kind === key.kind && createdAt < key.createdAt)) {
    await endingKeys(db, id, key.kind, key.createdAt).run();
  }
  c.set("opened", { enrolment, key });
  return next();
};

/** Answers 404 to a key that does not open the enrolment, and after its learner was erased. */
export function notOpened(): Response {
  return jsonResponse(404, { message: "This link has expired. Request a new one." });
}

function tooMany(): Response {
  const message = "Too many tries just now. Please try again in a minute.";
  return jsonResponse(429, { message }, { "retry-after": "60" });
}

/** Answers 403 to a payer's key. @param message says what only the learner can do */
export function learnerOnly(message: string): MiddlewareHandler<EdgeEnv & OpenedEnv> {
  return async (c, next) => {
    if (c.var.opened.key.kind === "learner") return next();
    return jsonResponse(403, { message });
  };
}
