import { getEntry } from "astro:content";
import { requireEntry } from "./require-entry.ts";

/** The refund rules in three lines, as they stand beside every button that pays. */
export async function getRefundRules(): Promise<readonly string[]> {
  return requireEntry(await getEntry("paymentPage", "payment"), "content/pages/payment.yaml").data.refunds;
}
