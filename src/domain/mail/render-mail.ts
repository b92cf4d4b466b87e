import { legalNumbers, type SiteFacts, supportContacts, whatsappLink } from "~/domain/contact/site-facts.ts";
import { CHARGE_STATUS_WORDS } from "~/domain/enrolment/enrolment-status.ts";
import { formatExact } from "~/domain/money/money.ts";
import { lowerFirst } from "~/domain/text.ts";
import { oneLine } from "~/domain/visible-text.ts";
import {
  type FilledBlock,
  type FilledInline,
  type FilledMail,
  fillTemplate,
  wordsOf,
} from "./fill-template.ts";
import {
  changeWords,
  type MailAcademy,
  type MailChange,
  type MailCharge,
  type MailName,
} from "./learner-mails.ts";
import { mailHtml } from "./mail-html.ts";
import type { MailTemplate } from "./mail-template.ts";
import type { MailTheme } from "./mail-theme.ts";
import type { MailValues } from "./mail-values.ts";

export interface MailTemplates {
  readonly mails: Readonly<Record<MailName, MailTemplate>>;
  readonly academy: MailAcademy;
  readonly theme: MailTheme;
}

/** Returns the academy as mails name it. @param site the site's address */
export function mailAcademyOf(facts: SiteFacts, site: string): MailAcademy {
  const { email, phone, whatsappNumber } = supportContacts(facts);
  return {
    name: facts.name,
    email,
    phone: phone.display,
    dial: phone.dial,
    whatsapp: new URL(whatsappLink(whatsappNumber)),
    site: new URL(site),
    legalName: facts.legal.name,
    legalAddress: facts.legal.address,
    legalNumbers: legalNumbers(facts.legal),
    vat: facts.legal.vat,
  };
}

export interface RenderedMail {
  /** One line. */
  readonly subject: string;
  /** A whole document; every value in it is escaped. */
  readonly html: string;
  readonly text: string;
}

/** Returns a mail with these values, as HTML and as text. */
export function renderMail<Name extends MailName>(
  { mails, academy, theme }: MailTemplates,
  name: Name,
  values: MailValues[Name],
): RenderedMail {
  const mail = fillTemplate(name, mails[name], values, academy);
  return { subject: mail.subject, html: mailHtml(mail, academy, theme), text: mailText(mail, academy) };
}

/** Returns the plain text of a mail, for readers that show no HTML. */
export function mailText({ body }: FilledMail, academy: MailAcademy): string {
  return `${body.map(blockText).join("\n\n")}\n\n-- \n${footerText(academy)}\n`;
}

function footerText({ name, email, phone, whatsapp, site }: MailAcademy): string {
  return [
    `Questions? Email ${email}, call ${phone}, or message us on WhatsApp: ${whatsapp.href}`,
    `${name}, ${site.host}: ${site.href}`,
  ].join("\n");
}

function blockText(block: FilledBlock): string {
  switch (block.kind) {
    case "heading": {
      const words = wordsOf(block.children);
      return `${words}\n${(block.level === 1 ? "=" : "-").repeat(words.length)}`;
    }
    case "paragraph":
      return inlineText(block.children);
    case "list":
      return block.items
        .map(
          (item, index) => `${block.isOrdered ? `${index + 1}.` : "-"} ${item.map(blockText).join("\n  ")}`,
        )
        .join("\n");
    case "button":
      return `${wordsOf(block.children)}:\n${block.href}`;
    case "facts":
      return block.facts.map(({ name, children }) => `${name}: ${inlineText(children)}`).join("\n");
    case "note":
      return block.children.map(blockText).join("\n\n");
    case "charges":
      return block.charges.map(chargeText).join("\n");
    case "changes":
      return block.changes.map(changeText).join("\n");
    case "enrolments":
      return block.enrolments
        .map(
          ({ courseName, cohort, link }) =>
            `${enrolmentText(courseName, cohort)}\n${wordsOf(block.children)}:\n${link.href}`,
        )
        .join("\n\n");
  }
}

function enrolmentText(courseName: string, cohort: string | null): string {
  return oneLine(cohort === null ? courseName : `${courseName}, ${cohort}`);
}

function chargeText(charge: MailCharge): string {
  const when = charge.when && `, ${lowerFirst(charge.when)}`;
  return `- ${oneLine(charge.label)}${when}: ${formatExact(charge.amount)}. ${CHARGE_STATUS_WORDS[charge.status]}.`;
}

function changeText(change: MailChange): string {
  const { current, previous } = changeWords(change);
  return `- ${oneLine(change.what)}: ${current}.${previous === null ? "" : ` ${previous}.`}`;
}

function inlineText(nodes: readonly FilledInline[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case "text":
          return node.text;
        case "break":
          return "\n";
        case "link": {
          const words = inlineText(node.children);
          const address = node.href.replace(/^(mailto|tel):/, "");
          return words.replaceAll(" ", "") === address ? words : `${words} (${address})`;
        }
        default:
          return inlineText(node.children);
      }
    })
    .join("");
}
