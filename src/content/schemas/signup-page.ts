import { z } from "astro/zod";
import { listOf, text } from "./prose-fields.ts";

/** Words around the registration form: content/pages/signup.yaml. */
export const signupPageSchema = z.strictObject({
  benefits: listOf(text({ min: 10, max: 160 }), { min: 3, max: 6 }).describe(
    "What the visitor gets for the registration, three to six lines.",
  ),
  consent: text({ min: 20, max: 300 }).describe(
    "What the consent box says. It is about this enrolment alone: news and offers have a box of their own.",
  ),
  guardianLead: text({ min: 20, max: 200 }).describe(
    "Stands above the guardian's lines, which only a learner under 18 sees. One or two sentences.",
  ),
  guardianConsent: text({ min: 20, max: 300 }).describe(
    'What a parent or guardian agrees to, in their own words: "I am the parent or guardian. I agree …".',
  ),
  marketing: text({ min: 20, max: 200 }).describe(
    "What the box for news and offers says. Nobody needs to tick it to register.",
  ),
});
