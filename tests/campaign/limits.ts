import type { Dependencies } from "~/edge/dependencies.ts";
import type { RateLimiter } from "~/edge/http/rate-limit.ts";
import { strike, type World } from "./world.ts";

const PERIOD_MS = 60_000;

/** The rate limits of wrangler.jsonc. */
export function rateLimits(world: World): Dependencies["limits"] {
  return {
    mailsOfVisitor: limiter(world, "mails of a visitor", 20),
    mailsToRecipient: limiter(world, "mails to a recipient", 120),
    ordersOfVisitor: limiter(world, "orders of a visitor", 120),
  };
}

/** So many a minute for each key. */
function limiter(world: World, what: string, most: number): RateLimiter {
  const taken = new Map<string, { readonly minute: number; count: number }>();
  return {
    limit: async ({ key }) => {
      const minute = Math.floor(world.time.now / PERIOD_MS);
      const known = taken.get(key);
      const current = known?.minute === minute ? known : { minute, count: 0 };
      taken.set(key, current);
      current.count += 1;
      if (current.count > most) strike(world, `too many ${what}`);
      return { success: current.count <= most };
    },
  };
}
