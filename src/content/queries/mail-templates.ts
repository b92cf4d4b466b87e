import { getCollection } from "astro:content";
import { supportContacts, whatsappLink } from "~/domain/contact/site-facts.ts";
import type { MailName } from "~/domain/mail/learner-mails.ts";
import type { MailTemplate, MailTemplates } from "~/domain/mail/mail-template.ts";
import { getSite } from "./site.ts";

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
