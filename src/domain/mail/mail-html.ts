/**
 * A mail as HTML for what mailboxes understand: tables for layout, styles in attributes, no picture from
 * elsewhere. Text on a coloured ground sets both colours, so that a mailbox that darkens mails by itself
 * changes both.
 */

import { escapeHtml } from "~/domain/text.ts";
import { oneLine } from "~/domain/visible-text.ts";
import type { FilledBlock, FilledInline, FilledMail } from "./fill-template.ts";
import { changeWords, type LinkedEnrolment, type MailAcademy, type MailChange } from "./learner-mails.ts";
import { chargesHtml } from "./mail-charges-html.ts";
import {
  type MailColour,
  type MailTheme,
  mailStyles,
  type Painter,
  painter,
  SMALL_TEXT,
  TABLE,
} from "./mail-theme.ts";

/** The greatest width in pixels, which is fixed in Outlook: it has no max-width. */
const WIDTH = 600;

const BODY_TEXT = "font-size:16px;line-height:1.6";

/** Returns the whole document. */
export function mailHtml(mail: FilledMail, academy: MailAcademy, theme: MailTheme): string {
  const { subject, preheader, body } = mail;
  const painted = painter(theme);
  const { paint } = painted;
  const content = body.map((block) => blockHtml(block, painted)).join("");
  const font = `font-family:${theme.font.replaceAll('"', "'")}`;
  const page = paint(
    { "background-color": "paper", color: "ink" },
    `margin:0;padding:0;${font};-webkit-text-size-adjust:100%`,
  );
  const ground = paint({ "background-color": "paper" });
  const card = paint(
    { "background-color": "card", color: "ink", "border-color": "rule" },
    "padding:36px 40px 28px;border-width:1px;border-style:solid;border-radius:16px",
    "phone-card",
  );
  const around = 'align="center" class="phone-edge" style="padding:24px 16px 40px"';
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>
${mailStyles(theme)}
</style>
</head>
<body ${page}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>
<table ${TABLE} width="100%" ${ground}><tr><td ${around}>
<!--[if mso]><table ${TABLE} width="${WIDTH}"><tr><td><![endif]-->
<table ${TABLE} width="100%" style="max-width:${WIDTH}px;text-align:left">
<tr><td style="padding:0 0 20px">${signHtml(academy, painted)}</td></tr>
<tr><td ${card}>${content}</td></tr>
<tr><td ${paint({ color: "muted" }, `padding:24px 4px 0;${SMALL_TEXT}`)}>${footerHtml(academy, painted)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** Returns the academy's name beside its mark: a station, a line and a terminus. */
function signHtml({ name, site }: MailAcademy, { paint }: Painter): string {
  const empty = "font-size:0;line-height:0";
  const stop = (ground: MailColour) => {
    const ring = paint(
      { "background-color": ground, "border-color": "ink" },
      `width:8px;height:8px;border-width:3px;border-style:solid;border-radius:50%;${empty}`,
    );
    return `<td width="8" height="8" ${ring}>&nbsp;</td>`;
  };
  const green = paint({ "background-color": "green" }, `height:4px;${empty}`);
  const stroke = `<table ${TABLE} width="16"><tr><td height="4" ${green}>&nbsp;</td></tr></table>`;
  const line = `<td width="16" style="width:16px;${empty}">${stroke}</td>`;
  const large = "font-size:18px;line-height:1.2;font-weight:700;text-decoration:none";
  const words = `<a href="${escapeHtml(site.href)}" ${paint({ color: "ink" }, large)}>${escapeHtml(name)}</a>`;
  const mark = `<table ${TABLE}><tr>${stop("paper")}${line}${stop("sun")}</tr></table>`;
  const cells = `<td valign="middle">${mark}</td><td valign="middle" style="padding-left:12px">${words}</td>`;
  return `<table ${TABLE}><tr>${cells}</tr></table>`;
}

function footerHtml({ name, email, phone, dial, whatsapp, site }: MailAcademy, painted: Painter): string {
  const link = (href: string, words: string) => linkHtml(href, escapeHtml(words), "muted", painted);
  const [mail, call] = [link(`mailto:${email}`, email), link(`tel:${dial}`, phone)];
  const message = link(whatsapp.href, "message us on WhatsApp");
  return [
    `<p style="margin:0 0 8px">Questions? Email ${mail}, call ${call}, or ${message}.</p>`,
    `<p style="margin:0">${escapeHtml(name)}, ${link(site.href, site.host)}</p>`,
  ].join("");
}

function blockHtml(block: FilledBlock, painted: Painter): string {
  const { paint } = painted;
  const inside = (children: readonly FilledInline[]) => inlineHtml(children, painted);
  switch (block.kind) {
    case "heading": {
      const size =
        block.level === 1
          ? "margin:0 0 16px;font-size:26px;line-height:1.2;letter-spacing:-0.01em"
          : "margin:32px 0 8px;font-size:18px;line-height:1.3";
      const ink = paint({ color: "ink" }, `${size};font-weight:700;text-wrap:balance`);
      return `<h${block.level} ${ink}>${inside(block.children)}</h${block.level}>`;
    }
    case "paragraph":
      return `<p ${paint({ color: "ink" }, `margin:0 0 16px;${BODY_TEXT}`)}>${inside(block.children)}</p>`;
    case "list": {
      const tag = block.isOrdered ? "ol" : "ul";
      const items = block.items.map(
        (item) => `<li style="margin:0 0 4px">${item.map((inner) => itemHtml(inner, painted)).join("")}</li>`,
      );
      const ink = paint({ color: "ink" }, `margin:0 0 16px;padding:0 0 0 24px;${BODY_TEXT}`);
      return `<${tag} ${ink}>${items.join("")}</${tag}>`;
    }
    case "button":
      return buttonHtml(block.href, inside(block.children), painted);
    case "facts":
      return factTable(
        block.facts.map(({ name, children }) => ({ name, value: inside(children) })),
        painted,
      );
    case "note":
      return noteHtml(block.children, painted);
    case "charges":
      return chargesHtml(block.charges, painted);
    case "changes":
      return factTable(
        block.changes.map((change) => ({ name: change.what, value: changeHtml(change, painted) })),
        painted,
      );
    case "enrolments":
      return block.enrolments
        .map((enrolment) => enrolmentHtml(enrolment, inside(block.children), painted))
        .join("");
  }
}

function noteHtml(blocks: readonly FilledBlock[], painted: Painter): string {
  const sand = painted.paint(
    { "background-color": "sand", "border-color": "sun" },
    "padding:16px 20px 0;border-width:0 0 0 4px;border-style:solid",
  );
  const content = blocks.map((block) => blockHtml(block, painted)).join("");
  return `<table ${TABLE} width="100%" style="margin:8px 0 24px"><tr><td ${sand}>${content}</td></tr></table>`;
}

/** Returns a part of a list's item, in which a paragraph has no margin. */
function itemHtml(block: FilledBlock, painted: Painter): string {
  return block.kind === "paragraph" ? inlineHtml(block.children, painted) : blockHtml(block, painted);
}

function buttonHtml(href: string, words: string, { paint }: Painter, spaceAbove = 24): string {
  const ground = paint({ "background-color": "green" }, "border-radius:10px;text-align:center");
  const link = paint(
    { color: "on-line" },
    "display:block;padding:14px 28px;font-size:16px;line-height:1.25;font-weight:700;text-decoration:none",
  );
  const cell = `<td align="center" ${ground}><a href="${escapeHtml(href)}" ${link}>${words}</a></td>`;
  return `<table ${TABLE} class="phone-wide" style="margin:${spaceAbove}px 0 24px"><tr>${cell}</tr></table>`;
}

/**
 * Returns a table with names on the left and values on the right; on a phone, each value is below its name.
 */
function factTable(facts: readonly { name: string; value: string }[], { paint }: Painter): string {
  const rows = facts.map(({ name, value }, index) => {
    const line = `border-width:${index === 0 ? 0 : 1}px 0 0;border-style:solid`;
    const nameStyle = paint(
      { color: "muted", "border-color": "rule" },
      `width:32%;padding:11px 16px 11px 0;${SMALL_TEXT};${line}`,
      "phone-stack phone-name",
    );
    const valueStyle = paint(
      { color: "ink", "border-color": "rule" },
      `padding:10px 0;font-size:16px;line-height:1.4;${line}`,
      "phone-stack phone-value",
    );
    return `<tr><td valign="top" ${nameStyle}>${escapeHtml(oneLine(name))}</td><td valign="top" ${valueStyle}>${value}</td></tr>`;
  });
  return `<table ${TABLE} width="100%" style="margin:8px 0 24px">${rows.join("")}</table>`;
}

/** Returns words in bold and, below them, a small line if there is one. */
function twoLinesHtml(words: string, below: string | null, { paint }: Painter): string {
  const small = below && `<br><span ${paint({ color: "muted" }, SMALL_TEXT)}>${escapeHtml(below)}</span>`;
  return `<strong>${escapeHtml(words)}</strong>${small ?? ""}`;
}

function changeHtml(change: MailChange, painted: Painter): string {
  const { current, previous } = changeWords(change);
  return twoLinesHtml(current, previous, painted);
}

function enrolmentHtml(
  { courseName, cohort, link }: LinkedEnrolment,
  words: string,
  painted: Painter,
): string {
  const ink = painted.paint({ color: "ink" }, "margin:24px 0 0;font-size:16px;line-height:1.4");
  const name = `<p ${ink}>${twoLinesHtml(oneLine(courseName), cohort && oneLine(cohort), painted)}</p>`;
  return name + buttonHtml(link.href, words, painted, 12);
}

function inlineHtml(nodes: readonly FilledInline[], painted: Painter): string {
  return nodes.map((node) => nodeHtml(node, painted)).join("");
}

function nodeHtml(node: FilledInline, painted: Painter): string {
  switch (node.kind) {
    case "text":
      return escapeHtml(node.text);
    case "break":
      return "<br>";
    case "link":
      return linkHtml(node.href, inlineHtml(node.children, painted), "green", painted);
    case "strong":
      return `<strong>${inlineHtml(node.children, painted)}</strong>`;
    case "emphasis":
      return `<em>${inlineHtml(node.children, painted)}</em>`;
  }
}

function linkHtml(href: string, words: string, colour: MailColour, { paint }: Painter): string {
  return `<a href="${escapeHtml(href)}" ${paint({ color: colour }, "text-decoration:underline")}>${words}</a>`;
}
