import { escapeHtml } from "~/domain/contact/escape-html.ts";
import type { MailRoute } from "~/domain/contact/mail-roles.ts";
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
