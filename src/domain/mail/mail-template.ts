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
import type { MailAcademy, MailChange, MailCharge, MailName, MailValues } from "./learner-mails.ts";
import { mailHtml } from "./mail-html.ts";

/**
 * A mail's template as the build leaves it: plain data, without any code. Placeholders are names; `fill-template.ts` puts
 * the values in their place.
 */

export interface MailTemplate {
  /** Words and placeholders only. */
  readonly subject: readonly Inline[];
  /** What mailboxes show beside the subject. */
  readonly preheader: readonly Inline[];
  readonly body: readonly MaybeBlock[];
}

/** A part that is shown only where a value is there, or only where it is not. */
export interface Condition<Node> {
  readonly kind: "condition";
  readonly value: string;
  readonly shownWhere: "there" | "missing";
  readonly children: readonly (Node | Condition<Node>)[];
}

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  /** A placeholder, e.g. "next.amount". */
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "strong" | "emphasis"; readonly children: readonly MaybeInline[] }
  | { readonly kind: "link"; readonly to: Target; readonly children: readonly MaybeInline[] }
  | { readonly kind: "break" };
export type MaybeInline = Inline | Condition<Inline>;

/** Where a link leads: an address, a page of the site, e.g. "/Pricing", or a placeholder that is a link. */
export type Target = { readonly address: string } | { readonly value: string };

export interface Fact {
  readonly kind: "fact";
  readonly name: string;
  readonly children: readonly MaybeInline[];
}

export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2; readonly children: readonly MaybeInline[] }
  | { readonly kind: "paragraph"; readonly children: readonly MaybeInline[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly (readonly MaybeBlock[])[] }
  | { readonly kind: "button"; readonly to: Target; readonly children: readonly MaybeInline[] }
  | { readonly kind: "facts"; readonly facts: readonly (Fact | Condition<Fact>)[] }
  | { readonly kind: "note"; readonly children: readonly MaybeBlock[] }
  /** A table of the values that are called so. */
  | { readonly kind: "charges" | "changes" }
  /** A button for each; its words are the children. */
  | { readonly kind: "enrolments"; readonly children: readonly MaybeInline[] };
export type MaybeBlock = Block | Condition<Block>;

/** What something is now, and what it was; null where that is not said. */
export function changeWords({ before, after }: MailChange): { now: string; before: string | null } {
  return {
    now: after === null ? "Changed" : oneLine(after),
    before: before === null ? null : `Before: ${oneLine(before)}`,
  };
}

/** The site's colours that mails are drawn in, by the names of their tokens. */
export const MAIL_COLOURS = [
  "ink",
  "muted",
  "paper",
  "sand",
  "card",
  "rule",
  "green",
  "red",
  "sun",
  "on-line",
] as const;
export type MailColour = (typeof MAIL_COLOURS)[number];

/** "#14231d" */
type Palette = Readonly<Record<MailColour, string>>;

/** As src/styles/tokens.css has them. */
export interface MailTheme {
  readonly light: Palette;
  readonly dark: Palette;
  /** A list for `font-family`. */
  readonly font: string;
}

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

/** The plain text of a mail, for readers that show no HTML. */
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
  const { now, before } = changeWords(change);
  return `- ${oneLine(change.what)}: ${now}.${before === null ? "" : ` ${before}.`}`;
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
