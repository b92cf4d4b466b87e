import type { Surroundings } from "~/edge/app.ts";
import { sandboxNow, startClock } from "./clock.ts";
import { sandboxDesk } from "./desk-gate.ts";
import { createPayPalStandIn } from "./providers/paypal-stand-in.ts";
import { createPaystackStandIn } from "./providers/paystack-stand-in.ts";
import { createPaymentsTable } from "./providers/sandbox-payments.ts";
import { SANDBOX_SECRET_KEY } from "./providers/webhook.ts";

/**
 * What the edge works with in the sandbox in the place of what is given: a clock that can be set, a desk to which one signs
 * in by choosing a role, and a stand-in for each
 * provider whose public key is not set, since the browser has a stand-in's checkout exactly then. Rejects when the
 * database fails.
 */
export async function sandboxSurroundings({
  db,
  providers,
}: Pick<Surroundings, "db" | "providers">): Promise<Pick<Surroundings, "now" | "providers" | "desk">> {
  await createPaymentsTable(db);
  await startClock(db);
  const now = sandboxNow;
  return {
    now,
    desk: sandboxDesk,
    providers: {
      paystack: import.meta.env.PUBLIC_PAYSTACK_KEY
        ? providers.paystack
        : { secretKey: SANDBOX_SECRET_KEY, client: createPaystackStandIn(db, now) },
      paypal: import.meta.env.PUBLIC_PAYPAL_CLIENT_ID
        ? providers.paypal
        : { client: createPayPalStandIn(db, now), webhookId: null, isLive: false },
    },
  };
}
