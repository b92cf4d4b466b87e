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
 * 404 for an unknown id, a wrong key and a replaced one alike, in the same words and after the same work · 429 used too fast. What
 * others do at the same network address keeps no one out: a key cannot be guessed, so wrong ones are only logged.
 */
export const withKey: MiddlewareHandler<EdgeEnv & OpenedEnv> = async (c, next) => {
  const { db, orderLimit } = c.env.context;
  const id = c.req.param("id") ?? "";
  const [, presented = ""] = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "") ?? [];
  const isPossible = isEnrolmentId(id) && isKey(presented);
  const digest = await keyDigest(presented);
  const keys = await keysOf(db, id);
  // The time that it takes to compare digests reveals nothing of a key.
  const key = keys.find((candidate) => candidate.digest === digest);
  // Read for the right key alone: the time that a refusal takes does not reveal whether the enrolment exists.
  const enrolment = isPossible && key ? await findEnrolment(db, id) : null;
  if (!enrolment || !key) {
    // A flood of them writes a limited number of lines.
    if (await isWithinLimit(orderLimit, `wrong-key:${visitorKey(c.req.raw)}`))
      log("enrolment-not-opened", {});
    return notOpened();
  }
  if (!(await isWithinLimit(orderLimit, `key:${digest}`))) return tooMany();
  // A link that was asked for ends the old ones only once it is used, so that asking for one cannot lock out a learner.
  if (key.isReplacing && keys.some(({ kind, createdAt }) => kind === key.kind && createdAt < key.createdAt)) {
    await endingKeys(db, id, key.kind, key.createdAt).run();
  }
  c.set("opened", { enrolment, key });
  return next();
};

/** 404 to whoever may not open an enrolment, and once its learner was erased. */
export function notOpened(): Response {
  return jsonResponse(404, { message: "This link has expired. Request a new one." });
}

function tooMany(): Response {
  const message = "Too many tries just now. Please try again in a minute.";
  return jsonResponse(429, { message }, { "retry-after": "60" });
}

/** 403 to a payer's key. @param message what only the learner can do */
export function learnerOnly(message: string): MiddlewareHandler<EdgeEnv & OpenedEnv> {
  return async (c, next) => {
    if (c.var.opened.key.kind === "learner") return next();
    return jsonResponse(403, { message });
  };
}
