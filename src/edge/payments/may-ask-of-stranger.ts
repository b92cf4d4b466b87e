import type { AppContext } from "~/edge/app-context.ts";
import { consumeMinuteLimit } from "~/edge/limits/minute-limit.ts";
import { countersFor } from "~/edge/limits/usage-counts.ts";
import { logError } from "~/edge/log.ts";

/**
 * How many questions a minute Paystack is asked about references that were never stored here: a tenth of what it answers an
 * account, so that made-up ones delay no one.
 */
export const STRANGERS_A_MINUTE = { visitor: 20, everybody: 300 };

/**
 * Whether Paystack may be asked about a reference that was never stored here. The log says once a minute when no more are.
 * Rejects when the database fails.
 * @param asker the visitor as the rate limits know them, or what else asks
 */
export async function mayAskOfStranger(
  { db, now }: Pick<AppContext, "db" | "now">,
  asker: string,
): Promise<boolean> {
  const counters = await countersFor("payment-stranger", asker, now);
  const taken = await consumeMinuteLimit(db, counters, STRANGERS_A_MINUTE, now);
  if (taken === "last") logError("strangers-not-asked-after", { aMinute: STRANGERS_A_MINUTE.everybody });
  return taken !== false;
}
