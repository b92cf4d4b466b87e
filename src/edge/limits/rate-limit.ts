import type { Database } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { addUsage, type Counters, minuteOf, type Usage, usageOf } from "./usage-counts.ts";

export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Whether this is still within the limit. A limiter that fails lets everything through. Never rejects. */
export async function isWithinLimit(limiter: RateLimiter, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success;
  } catch (error) {
    logError("rate-limit-failed", { reason: reasonOf(error) });
    return true;
  }
}

export const TOO_MANY_TRIES = "Too many tries from your connection. Please wait a minute, then try again.";

export function tooManyTries(): Response {
  return jsonResponse(429, { message: TOO_MANY_TRIES }, { "retry-after": "60" });
}

/**
 * Returns the key of the visitor's address as the edge saw it. Of an IPv6 address it is the first half: a
 * visitor has all of the second.
 */
export function visitorKey(request: Request): string {
  const address = request.headers.get("cf-connecting-ip") ?? "unknown";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const firstGroups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros: string[] = Array(Math.max(0, 8 - firstGroups.length - after.length)).fill("0");
  return [...firstGroups, ...zeros, ...after].slice(0, 4).join(":");
}

export type MinuteLimit = Readonly<Record<keyof Counters, number>>;

/** Counted before it is done, so that concurrent requests get no more. @returns "last" where it is the last that may be */
export async function consumeMinuteLimit(
  db: Database,
  counters: Counters,
  limit: MinuteLimit,
  now: Date,
): Promise<boolean | "last"> {
  const minute = minuteOf(now);
  const isBelow = (usage: Record<keyof Counters, Usage>, least: number) =>
    usage.visitor.count + least <= limit.visitor && usage.everybody.count + least <= limit.everybody;
  if (!isBelow(await usageOf(db, minute, counters), 1)) return false;
  const usage = await addUsage(db, minute, counters);
  if (!isBelow(usage, 0)) return false;
  return usage.everybody.count === limit.everybody ? "last" : true;
}
