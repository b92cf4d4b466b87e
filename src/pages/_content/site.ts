import { getEntry } from "astro:content";
import type { SiteFacts } from "~/domain/contact/site-facts.ts";
import type { MailRoute } from "~/mail/mail-client.ts";
import { requireEntry } from "./require-entry.ts";

/** The academy's own facts. */
export async function getSite() {
  return requireEntry(await getEntry("site", "site"), "content/site.yaml").data;
}

/** Whom registration mails come from and go to. */
export function mailAddresses(site: SiteFacts) {
  return { sender: site.senderEmail, recipients: site.staffRecipients.map(({ email }) => email) };
}

/** The way of what visitors write: from the site's own address to the academy. */
export function visitorMailRoute(site: SiteFacts): MailRoute {
  return { from: site.senderEmail, to: site.email };
}
