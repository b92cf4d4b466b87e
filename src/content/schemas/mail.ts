import { z } from "astro/zod";
import type { MailTemplate, MailTheme } from "~/domain/mail/mail-template.ts";
import { text } from "./fields.ts";

/** `content/mails`. The mail is the text below the second `---` line; `parse-mail-template.ts` reads it. */
export const mailSchema = z
  .strictObject({
    subject: text({ min: 5, max: 90 }).describe(
      "Keep how it begins: people search their mailboxes by it. Names in curly brackets, such as {courseName}, are filled in.",
    ),
    preheader: text({ min: 10, max: 120 }).describe(
      "What a mailbox shows beside the subject: one sentence that says more than the subject does.",
    ),
  })
  .describe(
    "A mail to learners and to whoever pays for them. /sandbox/mails shows each with example values, under npm run dev.",
  );

/** A mail as its loader leaves it. */
export const loadedMailSchema = mailSchema.extend({
  template: z.custom<MailTemplate>(),
  theme: z.custom<MailTheme>(),
});
