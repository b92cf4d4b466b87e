import { z } from "astro/zod";
import { metaDescription, metaTitle, text } from "./prose-fields.ts";

/** `content/pages/contact.yaml`: the words around the contact form. Addresses and phones are in `content/site.yaml`. */
export const contactPageSchema = z.strictObject({
  title: metaTitle,
  description: metaDescription,
  heading: text({ min: 3, max: 60 }).describe("The big heading."),
  subtitle: text({ min: 3, max: 120 }).describe("The line under it."),
  lead: text({ min: 20, max: 320 }).describe("Above the form: what to write, so that one message is enough."),
  privacyNote: text({ min: 20, max: 220 }).describe(
    "Below the form: what happens to what the visitor typed. The link to the privacy policy follows it.",
  ),
  chatHeading: text({ min: 3, max: 60 }).describe("Above the WhatsApp button."),
  chatLead: text({ min: 20, max: 220 }).describe("Under it: what the chat is good for."),
});
