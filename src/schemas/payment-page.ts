import { z } from "astro/zod";

/** Words beside every button that pays: content/pages/payment.yaml. */
export const paymentPageSchema = z.strictObject({
  /** The refund rules in exactly three lines, each one or two short sentences; the same rules as in content/pages/terms.mdx. */
  refunds: z
    .array(z.string().min(20).max(140, { error: "is too long: keep a refund rule to 140 characters" }))
    .length(3, { error: "must be exactly three lines" }),
});
