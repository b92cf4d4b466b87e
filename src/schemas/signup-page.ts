import { z } from "astro/zod";

/** Words around the registration form: content/pages/signup.yaml. */
export const signupPageSchema = z.strictObject({
  /** What the visitor gets for the registration, three to six lines. */
  benefits: z.array(z.string().min(10).max(160)).min(3).max(6),
  /** What the consent box says. */
  consent: z.string().min(20).max(300),
});
