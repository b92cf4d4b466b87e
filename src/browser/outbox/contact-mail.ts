import {
  CONTACT_FIELDS,
  CONTACT_LABELS,
  type ContactMessage,
  type MailRoute,
} from "~/domain/contact/contact-message.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { MailRequest } from "./mail-client.ts";

/** The mail with a visitor's message to the academy; line breaks become <br>. */
export function contactMail(message: ContactMessage, { from, to }: MailRoute): MailRequest {
  const rows = CONTACT_FIELDS.map(
    (field) => `<tr><th>${CONTACT_LABELS[field]}</th><td>${toHtml(message[field].trim())}</td></tr>`,
  );
  return {
    config: { fromEmailAddress: from, toEmailAddress: to },
    body: {
      subject: "Contact Form",
      message: `<h1>Message from the contact page</h1><table><tbody>${rows.join("")}</tbody></table>`,
    },
  };
}

function toHtml(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, "<br>");
}
