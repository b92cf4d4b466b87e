import { ACADEMY_ROLE, type MailRoute, SITE_ROLE, staffRole } from "~/domain/contact/contact-message.ts";
import type { SiteFacts } from "~/domain/contact/site-facts.ts";
import { hasEdge } from "~/domain/hosting.ts";
import { requireSingle } from "./require-entry.ts";

export const getSite = () => requireSingle("site");

/** Sender and recipients of registration mails: roles for the edge, which knows the addresses; addresses for a gateway. */
export function mailAddresses(site: SiteFacts) {
  return hasEdge()
    ? { sender: SITE_ROLE, recipients: site.staffRecipients.map((_, index) => staffRole(index)) }
    : { sender: site.senderEmail, recipients: site.staffRecipients.map(({ email }) => email) };
}

/** Sender and recipient of visitors' mails: from the site to the academy. */
export function visitorMailRoute(site: SiteFacts): MailRoute {
  return hasEdge() ? { from: SITE_ROLE, to: ACADEMY_ROLE } : { from: site.senderEmail, to: site.email };
}

export const getFormOptions = () => requireSingle("formOptions");
