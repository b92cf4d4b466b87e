import { getEntry } from "astro:content";
import { ACADEMY_ROLE, SITE_ROLE, staffRole } from "~/domain/contact/mail-roles.ts";
import type { SiteFacts } from "~/domain/contact/site-facts.ts";
import type { MailRoute } from "~/mail/mail-client.ts";
import { isOwnEdge } from "~/mail/own-edge.ts";
import { requireEntry } from "./require-entry.ts";

/** The academy's own facts. */
export async function getSite() {
  return requireEntry(await getEntry("site", "site"), "content/site.yaml").data;
}

/** Whom registration mails come from and go to. The academy's own server needs roles only, and knows the addresses. */
export function mailAddresses(site: SiteFacts) {
  return isOwnEdge()
    ? { sender: SITE_ROLE, recipients: site.staffRecipients.map((_, index) => staffRole(index)) }
    : { sender: site.senderEmail, recipients: site.staffRecipients.map(({ email }) => email) };
}

/** The way of what visitors write: from the site's own address to the academy. */
export function visitorMailRoute(site: SiteFacts): MailRoute {
  return isOwnEdge() ? { from: SITE_ROLE, to: ACADEMY_ROLE } : { from: site.senderEmail, to: site.email };
}
