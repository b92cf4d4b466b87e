import type { AppContext } from "~/edge/app-context.ts";
import { isWithinLimit } from "~/edge/http/rate-limit.ts";
import { findRegistration } from "./registration-store.ts";

/**
 * Whether it may be asked how a payment stands: of one that is known here its own requests are counted, of any other those of
 * the visitor. Rejects when the database fails.
 */
export async function mayAskOfPayment(
  { db, orderLimit }: Pick<AppContext, "db" | "orderLimit">,
  reference: string,
  visitor: string,
): Promise<boolean> {
  const isKnown = (await findRegistration(db, reference)) !== null;
  return isWithinLimit(orderLimit, `payment:${isKnown ? reference : visitor}`);
}
