import { getCollection } from "astro:content";
import { ACADEMY_ROLE, type MailRoute, SITE_ROLE, staffRole } from "~/domain/contact/contact-message.ts";
import type { SiteFacts } from "~/domain/contact/site-facts.ts";
import { hasEdge } from "~/domain/hosting.ts";
import type { MailName } from "~/domain/mail/learner-mails.ts";
import type { MailTemplate } from "~/domain/mail/mail-template.ts";
import { type MailTemplates, mailAcademyOf } from "~/domain/mail/render-mail.ts";
import { requireReference, requireSingle } from "./require-entry.ts";

export const getSite = () => requireSingle("site");

/**
 * Returns the sender and the recipients of mails. The edge gets roles, because it knows the addresses.
 * Without the edge, the mail gateway needs the addresses themselves.
 */
function mailNames({ senderEmail, email, staffRecipients }: SiteFacts) {
  if (hasEdge()) {
    return {
      site: SITE_ROLE,
      academy: ACADEMY_ROLE,
      staff: staffRecipients.map((_, index) => staffRole(index)),
    };
  }
  return { site: senderEmail, academy: email, staff: staffRecipients.map((member) => member.email) };
}

/** Returns the sender and the recipients of registration mails. */
export function mailAddresses(site: SiteFacts) {
  const names = mailNames(site);
  return { sender: names.site, recipients: names.staff };
}

/** Returns the sender and the recipient of visitors' mails to the academy. */
export function visitorMailRoute(site: SiteFacts): MailRoute {
  const names = mailNames(site);
  return { from: names.site, to: names.academy };
}

export const getFormOptions = () => requireSingle("formOptions");

/** Returns the templates of the mails to learners and payers, with the academy's facts and the shared theme. */
export async function getMailTemplates(): Promise<MailTemplates> {
  const [entries, facts] = await Promise.all([getCollection("mails"), getSite()]);
  return {
    mails: Object.fromEntries(entries.map(({ id, data }) => [id, data.template])) as Record<
      MailName,
      MailTemplate
    >,
    academy: mailAcademyOf(facts, import.meta.env.SITE),
    theme: requireReference(entries, "receipt").data.theme,
  };
}
