import { getCollection } from "astro:content";
import { ACADEMY_ROLE, type MailRoute, SITE_ROLE, staffRole } from "~/domain/contact/contact-message.ts";
import { type SiteFacts, supportContacts, whatsappLink } from "~/domain/contact/site-facts.ts";
import { hasEdge } from "~/domain/hosting.ts";
import type { MailName } from "~/domain/mail/learner-mails.ts";
import type { MailTemplate } from "~/domain/mail/mail-template.ts";
import type { MailTemplates } from "~/domain/mail/render-mail.ts";
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

/**
 * The templates of the mails to learners and payers, with the academy's facts and the theme that they share.
 * @throws Error when content/mails has no file
 */
export async function getMailTemplates(): Promise<MailTemplates> {
  const [entries, facts] = await Promise.all([getCollection("mails"), getSite()]);
  const [first] = entries;
  if (!first) throw new Error("content/mails has no file: its mails must exist and pass their checks.");
  const { email, phone, whatsappNumber } = supportContacts(facts);
  return {
    mails: Object.fromEntries(entries.map(({ id, data }) => [id, data.template])) as Record<
      MailName,
      MailTemplate
    >,
    academy: {
      name: facts.name,
      email,
      phone: phone.display,
      dial: phone.dial,
      whatsapp: new URL(whatsappLink(whatsappNumber)),
      site: new URL(import.meta.env.SITE),
    },
    theme: first.data.theme,
  };
}
