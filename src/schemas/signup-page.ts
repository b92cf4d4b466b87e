import { z } from "astro/zod";

/** Words around the registration form: content/pages/signup.yaml. */
export const signupPageSchema = z.strictObject({
  /** What the visitor gets for the registration, three to six lines. */
  benefits: z.array(z.string().min(10).max(160)).min(3).max(6),
  /** What the consent box says. It is about this enrolment alone: news and offers have a box of their own. */
  consent: z.string().min(20).max(300),
  /** Stands above the guardian's lines, which only a learner under 18 sees. One or two sentences. */
  guardianLead: z.string().min(20).max(200),
  /** What a parent or guardian agrees to, in their own words: "I am the parent or guardian. I agree …". */
  guardianConsent: z.string().min(20).max(300),
  /** What the box for news and offers says. Nobody needs to tick it to register. */
  marketing: z.string().min(20).max(200),
});
