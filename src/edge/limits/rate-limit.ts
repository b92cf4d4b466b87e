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

/** Returns a key for the visitor's address. One visitor may have all IPv6 addresses with the same first four groups. */
export function visitorKey(request: Request): string {
  const address = request.headers.get("cf-connecting-ip") ?? "unknown";
  return address.includes(":") ? ipv6Groups(address).slice(0, 4).join(":") : address;
}

/** Returns the eight groups of an IPv6 address, with the zeros for which "::" stands. */
function ipv6Groups(address: string): string[] {
  const [firstGroups = [], lastGroups = []] = address
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const missing = Math.max(0, 8 - firstGroups.length - lastGroups.length);
  return [...firstGroups, ...Array<string>(missing).fill("0"), ...lastGroups];
}

/**
 * The limits of requests that may be invented, such as those about unknown payments. `strangerLimit` counts those
 * of one visitor, and `orderLimit` those of everybody at one location of the edge.
 */
export interface StrangerLimits {
  readonly strangerLimit: RateLimiter;
  readonly orderLimit: RateLimiter;
}

/** Whether a request that may be invented is within the limits. @param visitor the key that is counted */
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
