import { fillTemplate } from "./fill-template.ts";
import type { MailAcademy, MailName, MailValues } from "./learner-mails.ts";
import { mailHtml } from "./mail-html.ts";
import type { MailTemplate } from "./mail-template.ts";
import { mailText } from "./mail-text.ts";
import type { MailTheme } from "./mail-theme.ts";

/** All that mails are made of but their values. */
export interface MailTemplates {
  readonly mails: Readonly<Record<MailName, MailTemplate>>;
  readonly academy: MailAcademy;
  readonly theme: MailTheme;
}

export interface RenderedMail {
  /** One line. */
  readonly subject: string;
  /** A whole document; every value in it is escaped. */
  readonly html: string;
  readonly text: string;
}

/** A mail with these values, as HTML and as text. */
export function renderMail<Name extends MailName>(
  { mails, academy, theme }: MailTemplates,
  name: Name,
  values: MailValues[Name],
): RenderedMail {
  const mail = fillTemplate(name, mails[name], values, academy);
  return { subject: mail.subject, html: mailHtml(mail, academy, theme), text: mailText(mail, academy) };
}
