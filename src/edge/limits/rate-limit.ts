import { jsonResponse } from "~/edge/http/responses.ts";
import { logError, reasonOf } from "~/edge/log.ts";

export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Whether a request is within the limit. A limiter that fails lets everything through. Never rejects. */
export async function isWithinLimit(limiter: RateLimiter, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success;
  } catch (error) {
    logError("rate-limit-failed", { reason: reasonOf(error) });
    return true;
  }
}

export const TOO_MANY_TRIES = "Too many tries from your connection. Please wait a minute, then try again.";

export function tooManyTries(message = TOO_MANY_TRIES): Response {
  return jsonResponse(429, { message }, { "retry-after": "60" });
}

/** Returns a key for the visitor's address: of an IPv6 address its first half, which is one visitor's. */
export function visitorKey(request: Request): string {
  const address = request.headers.get("cf-connecting-ip") ?? "unknown";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const firstGroups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros: string[] = Array(Math.max(0, 8 - firstGroups.length - after.length)).fill("0");
  return [...firstGroups, ...zeros, ...after].slice(0, 4).join(":");
}

/** The limits a minute for requests without proof: of one visitor, and of all at one location of the edge. */
export interface StrangerLimits {
  readonly strangerLimit: RateLimiter;
  readonly orderLimit: RateLimiter;
}

/** Whether a request without proof is within the limits. @param visitor the key that is counted */
export async function isStrangerWithinLimits(
  { strangerLimit, orderLimit }: StrangerLimits,
  action: string,
  visitor: string,
): Promise<boolean> {
  return (
    (await isWithinLimit(strangerLimit, `${action}:${visitor}`)) &&
    isWithinLimit(orderLimit, `${action}:everybody`)
  );
}
