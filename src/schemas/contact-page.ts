import { fields, metaDescription, metaTitle, text } from "./prose-fields.ts";

/** `content/pages/contact.yaml`: the words around the contact form. Addresses and phones are in `content/site.yaml`. */
export const contactPageSchema = fields({
  /** In the browser's tab. */
  title: metaTitle,
  /** For search engines: 70 to 160 characters. */
  description: metaDescription,
  /** The big heading. */
  heading: text("heading", { min: 3, max: 60 }),
  /** The line under it. */
  subtitle: text("subtitle", { min: 3, max: 120 }),
  /** Above the form: what to write, so that one message is enough. */
  lead: text("lead", { min: 20, max: 320 }),
  /** Below the form: what happens to what the visitor typed. The link to the privacy policy follows it. */
  privacyNote: text("privacyNote", { min: 20, max: 220 }),
  /** Above the WhatsApp button. */
  chatHeading: text("chatHeading", { min: 3, max: 60 }),
  /** Under it: what the chat is good for. */
  chatLead: text("chatLead", { min: 20, max: 220 }),
});
