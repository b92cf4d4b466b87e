import { z } from "astro/zod";
import { priceSchema } from "./price.ts";

const email = z.email({ error: "must be an e-mail address like name@example.com" });
const link = z.url({ error: "must be a whole address that begins with https://" });

/** The academy's own facts: content/site.yaml. */
export const siteSchema = z.strictObject({
  /** The academy's name as it stands in the bar, in titles and in mails. */
  name: z.string().min(2).max(40),
  /** One or two sentences for the footer: what the academy is for. */
  mission: z.string().min(20).max(240),
  /** Where visitors write to, and where newsletter and contact mails go. */
  email,
  /** The address that the site's mails come from. */
  senderEmail: email,
  /**
   * Who is told of each registration, in this order; a place that somebody takes over keeps its number. The addresses
   * stay on the server, unless PUBLIC_MAIL_ENDPOINT names another one: then anybody can read them.
   */
  staffRecipients: z
    .array(
      z.strictObject({
        /** What the person does, e.g. "Admissions". Visitors do not see it. */
        role: z.string().min(2),
        /** Where registrations are sent to. */
        email,
      }),
    )
    .min(1),
  /** Phone numbers with country code; `display` is what people read, `dial` what the phone calls, e.g. "+2348000000000". */
  phones: z
    .array(
      z.strictObject({
        /** As people read it, e.g. "+234 800 000 0000". */
        display: z.string().min(5),
        /** What the phone calls: + and digits only, e.g. "+2348000000000". */
        dial: z.string().regex(/^\+[0-9]{7,15}$/, "must be + and digits only, e.g. +2348000000000"),
        /** true while the number is an example. */
        placeholder: z.boolean().default(false),
      }),
    )
    .length(2, { error: "must be exactly two phone numbers" }),
  /** The WhatsApp number in digits only, with country code, without +. */
  whatsapp: z.strictObject({
    /** Digits only, e.g. "2348000000000". */
    number: z.string().regex(/^[0-9]{7,15}$/, "must be digits only, e.g. 2348000000000"),
    /** true while the number is an example. */
    placeholder: z.boolean().default(false),
  }),
  /** Where the site leads to elsewhere. */
  links: z.strictObject({
    /** The learner portal that Login leads to. */
    portal: link,
    /** The form that Apply in the red banner leads to. */
    mailingList: link,
    /** The academy's page on LinkedIn. */
    linkedin: link,
    /** The academy's page on X, once Twitter. */
    twitter: link,
    /** The academy's page on Instagram. */
    instagram: link,
  }),
  /** Set to true while the addresses and links above are examples that the academy must replace. */
  placeholder: z.boolean().default(false),
  /** The text of the red banner. */
  announcement: z.string().min(10).max(120),
  /** Paid with every registration and never refunded. */
  registrationFee: priceSchema,
});
