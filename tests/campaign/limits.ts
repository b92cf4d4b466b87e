import type { Dependencies } from "~/edge/app-context.ts";
import type { RateLimiter } from "~/edge/limits/rate-limit.ts";
import { perMinute } from "../fixtures/per-minute.ts";
import { strike, type World } from "./world.ts";

/** The rate limits of wrangler.jsonc. */
export function rateLimits(world: World): Dependencies["limits"] {
  const limiter = (what: string, most: number): RateLimiter => {
    const { limit } = perMinute(most, () => world.time.now);
    return {
      limit: async (asked) => {
        const answer = await limit(asked);
        if (!answer.success) strike(world, `too many ${what}`);
        return answer;
      },
    };
  };
  return {
    mailsOfVisitor: limiter("mails of a visitor", 20),
    mailsToRecipient: limiter("mails to a recipient", 120),
    ordersOfVisitor: limiter("orders of a visitor", 120),
  };
}
