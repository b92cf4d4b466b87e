import type { MailRoute } from "~/domain/contact/contact-message.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { MailRequest } from "./mail-client.ts";

/** The mail with an address to subscribe to the newsletter. */
export function newsletterMail(email: string, { from, to }: MailRoute): MailRequest {
  return {
    config: { fromEmailAddress: from, toEmailAddress: to },
    body: {
      subject: "Newsletter",
      message: `<p>Please add this address to the newsletter: ${escapeHtml(email.trim())}</p>`,
    },
  };
}
