import { z } from "astro/zod";
import { priceFieldsSchema, priceSchema, text, toDualPrice } from "./fields.ts";

const email = z.email({ error: "must be an email address like name@example.com" });
const link = z.url({ error: "must be a whole address that begins with https://" });

/** The academy's own facts: content/site.yaml. */
export const siteSchema = z.strictObject({
  name: text({ min: 2, max: 40 }).describe(
    "The academy's name as it stands in the bar, in titles and in mails.",
  ),
  mission: text({ min: 20, max: 240 }).describe(
    "One or two sentences for the footer: what the academy is for.",
  ),
  email: email.describe("Where visitors write to, and where newsletter and contact mails go."),
  senderEmail: email.describe("The address that the site's mails come from."),
  staffRecipients: z
    .array(
      z.strictObject({
        role: z.string().min(2).describe('What the person does, e.g. "Admissions". Visitors do not see it.'),
        email: email.describe("Where registrations are sent to."),
      }),
    )
    .min(1)
    .describe(
      "Who is told of each registration, in this order; a place that somebody takes over keeps " +
        "its number. The addresses stay on the server, unless PUBLIC_MAIL_ENDPOINT names another " +
        "one: then anybody can read them.",
    ),
  alertsEmail: email.describe(
    "Where the site writes when payments or mails need somebody: differences from the payment " +
      "providers' books, a check that is overdue, mails that could not be delivered.",
  ),
  phones: z
    .array(
      z.strictObject({
        display: z.string().min(5).describe('As people read it, e.g. "+234 800 000 0000".'),
        dial: z
          .string()
          .regex(/^\+[0-9]{7,15}$/, "must be + and digits only, e.g. +2348000000000")
          .describe('What the phone calls: + and digits only, e.g. "+2348000000000".'),
        placeholder: z.boolean().default(false).describe("true while the number is an example."),
      }),
    )
    .length(2, { error: "must be exactly two phone numbers" })
    .describe(
      'Phone numbers with country code; "display" is what people read, "dial" what the phone calls, e.g. "+2348000000000".',
    ),
  whatsapp: z
    .strictObject({
      number: z
        .string()
        .regex(/^[0-9]{7,15}$/, "must be digits only, e.g. 2348000000000")
        .describe('Digits only, e.g. "2348000000000".'),
      placeholder: z.boolean().default(false).describe("true while the number is an example."),
    })
    .describe("The WhatsApp number in digits only, with country code, without +."),
  links: z
    .strictObject({
      portal: link.describe("The learner portal that Login leads to."),
      mailingList: link.describe("The form that Apply in the red banner leads to."),
      linkedin: link.describe("The academy's page on LinkedIn."),
      twitter: link.describe("The academy's page on X, once Twitter."),
      instagram: link.describe("The academy's page on Instagram."),
    })
    .describe("Where the site leads to elsewhere."),
  placeholder: z
    .boolean()
    .default(false)
    .describe("Set to true while the addresses and links above are examples that the academy must replace."),
  legal: z
    .strictObject({
      name: text({ min: 2, max: 100 }).describe("The registered name of the business."),
      address: text({ min: 10, max: 200 }).describe("Its address, in one line."),
      registrationNumber: text({ min: 2, max: 40 }).describe('As the register has it, e.g. "RC 1234567".'),
      taxNumber: text({ min: 5, max: 40 }).describe('The tax identification number, e.g. "12345678-0001".'),
      vat: z
        .literal(["none", "exempt", 7.5], { error: "must be none, exempt or 7.5" })
        .describe(
          "none: not registered for VAT, and receipts have no line of it · exempt: receipts say so · " +
            "7.5: the percentage that prices include. A change is for later receipts.",
        ),
      dataProtectionContact: email.describe("Who answers requests about personal data."),
      placeholders: z
        .array(z.enum(["name", "address", "registrationNumber", "taxNumber", "vat", "dataProtectionContact"]))
        .default([])
        .describe("Which of these lines are examples. Take a name away once its line is real."),
    })
    .describe(
      "Whose business the site is: on receipts, in the terms and the privacy policy, and at the end of every page.",
    ),
  announcement: text({ min: 10, max: 120 }).describe("The text of the red banner."),
  dollarsInNigeria: z
    .boolean()
    .default(true)
    .describe(
      "false: a learner in Nigeria pays in naira, and dollars are not offered; somebody abroad who pays for them has the choice.",
    ),
  registrationFee: priceSchema.describe("Paid with every registration and never refunded."),
  refundFee: priceFieldsSchema
    .extend({
      placeholder: z.boolean().default(false).describe("true while the figures are examples."),
    })
    .transform(toDualPrice)
    .describe("The processing fee that is kept of a refund in the first week of class."),
});
