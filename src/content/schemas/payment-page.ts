import { z } from "astro/zod";
import { listOf, text } from "./prose-fields.ts";

/** Words beside every button that pays: content/pages/payment.yaml. */
export const paymentPageSchema = z.strictObject({
  refunds: listOf(text({ min: 20, max: 140 }), { min: 3, max: 3 }).describe(
    "The refund rules in exactly three lines, each one or two short sentences; the same rules as in content/pages/terms.mdx.",
  ),
});
