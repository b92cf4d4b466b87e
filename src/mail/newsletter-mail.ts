import { escapeHtml } from "~/domain/contact/escape-html.ts";
import type { MailRequest, MailRoute } from "./mail-client.ts";

/** The mail that asks the academy to put an address on its newsletter's list. */
export function newsletterMail(email: string, { from, to }: MailRoute): MailRequest {
  return {
    config: { fromEmailAddress: from, toEmailAddress: to },
    body: {
      subject: "Newsletter",
      message: `<p>Please add this address to the newsletter: ${escapeHtml(email.trim())}</p>`,
    },
  };
}
