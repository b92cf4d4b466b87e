import { describe, expect, test } from "vitest";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import { fillTemplate } from "~/domain/mail/fill-template.ts";
import { MAIL_NAMES, type MailName, SUBJECT_BEGINS } from "~/domain/mail/learner-mails.ts";
import type { MailValues, ReceiptForLearner, ReceiptForOthers } from "~/domain/mail/mail-values.ts";
import { mailText, renderMail } from "~/domain/mail/render-mail.ts";
import { plainText } from "~/edge/mail/posted-mail.ts";
import { mailExamples } from "~/sandbox/mail-examples.ts";
import { contrast, rgbOf } from "../../../fixtures/contrast.ts";
import { mailTemplates } from "../../../fixtures/mail-templates.ts";

const render = <Name extends MailName>(name: Name, values: MailValues[Name]) =>
  renderMail(mailTemplates, name, values);
const valuesOf = <Values>(title: string) =>
  mailExamples.find((example) => example.title === title)?.values as Values;

const forLearner = valuesOf<ReceiptForLearner>("Receipt");
const forOthers = valuesOf<ReceiptForOthers>("Receipt for someone else who paid, or a guardian");
const examples = mailExamples.map(
  ({ title, name, values }) => [title, name, values] as [string, MailName, MailValues[MailName]],
);

/** Returns the text that a reader sees of the HTML, without what is before the card. */
const read = (html: string) => plainText(html.slice(html.indexOf("<h1")));
/** Returns only the words of a text, without its layout. */
const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$]+/gu, " ")
    .trim();

test("a mail's link to a page leads to the academy's site", () => {
  const { mails, academy } = mailTemplates;
  const button = { kind: "button", to: { address: "/Pricing" }, children: [] } as const;
  const { body } = fillTemplate("receipt", { ...mails.receipt, body: [button] }, forLearner, academy);
  expect(body).toEqual([{ kind: "button", href: new URL("/Pricing", academy.site).href, children: [] }]);
});

test("there is an example of each mail", () => {
  expect(new Set(mailExamples.map(({ name }) => name))).toEqual(new Set(MAIL_NAMES));
});

/** Removes links' addresses, which a reader of HTML does not see. */
const withoutAddresses = (text: string) => text.replace(/ ?\(?https?:\S+?\)?(?=[.,;]?(\s|$))/g, "");

const fill = <Name extends MailName>(name: Name, values: MailValues[Name]) =>
  fillTemplate(name, mailTemplates.mails[name], values, mailTemplates.academy);

/** Returns the words of a mail with its foot, except those in tables. */
function countedWords<Name extends MailName>(name: Name, values: MailValues[Name]): string[] {
  const mail = fill(name, values);
  const body = mail.body.filter(({ kind }) => kind !== "charges" && kind !== "facts");
  const text = withoutAddresses(mailText({ ...mail, body }, mailTemplates.academy));
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The mails whose readers may not open the enrolment. */
const LEADS_NOWHERE = ["Receipt for someone else who paid, or a guardian", "Changed, to the former address"];

describe.each(examples)("%s", (title, name, values) => {
  const mail = render(name, values);

  test("a mail's subject is one line and begins with its fixed words", () => {
    expect(mail.subject.startsWith(SUBJECT_BEGINS[name])).toBe(true);
    expect(mail.subject).not.toMatch(/\p{Cc}/u);
  });

  test("a mail has 90 words at most besides its tables, and one button", () => {
    const words = countedWords(name, values);
    expect(words.length, words.join(" ")).toBeLessThanOrEqual(90);
    const { body } = fill(name, values);
    const buttons = body.filter(({ kind }) => kind === "button" || kind === "enrolments");
    expect(buttons).toHaveLength(LEADS_NOWHERE.includes(title) ? 0 : 1);
  });

  test("a mail says the same in HTML and in text", () => {
    const htmlWords = wordsIn(read(mail.html));
    const lost = mail.text
      .split("\n")
      // Links' addresses and the lines below headings are not in the HTML.
      .map((line) => wordsIn(withoutAddresses(line)))
      .filter((line) => !htmlWords.includes(line));
    expect(lost).toEqual([]);
  });

  test("a mail has the same links in its HTML and its text", () => {
    const inText = mail.text.match(/https:\/\/[^\s)]+/g) ?? [];
    const inHtml = [...mail.html.matchAll(/href="(https:[^"]+)"/g)].map(([, link]) => link);
    expect(new Set(inText)).toEqual(new Set(inHtml));
  });

  test("a mail never says null, undefined, or the name of a placeholder", () => {
    for (const text of [mail.subject, mail.html, mail.text]) {
      expect(text).not.toMatch(/null|undefined|NaN|\[object|\{[a-z.]+\}/i);
    }
  });

  test("a mail is made of what mailboxes understand, and fetches nothing", () => {
    const { html } = mail;
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(html).toContain(`<title>${mail.subject}</title>`);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme:dark)");
    expect(html).not.toMatch(/<img|<link|<script|<svg|src=|url\(|@import|var\(--|class="[^"]*" class=/);
    const tables = html.match(/<table[^>]*>/g) ?? [];
    expect(tables.filter((table) => !table.includes('role="presentation"'))).toEqual([]);
    // Gmail cuts mails off at 102 KB.
    expect(html.length).toBeLessThan(40_000);
  });

  test("every class that is drawn in a colour has one in the dark scheme", () => {
    const classes = [...mail.html.matchAll(/class="([^"]*)"/g)].flatMap(([, list = ""]) => list.split(" "));
    const isStyled = (className: string) => mail.html.includes(`.${className}{`);
    expect([...new Set(classes)].filter((className) => !isStyled(className))).toEqual([]);
  });
});

test("markup is text in every value that is words, in attributes too", () => {
  const sign = `"><b>x</b>`;
  const { html, subject } = render("changed", {
    ...valuesOf<MailValues["changed"]>("Changed by staff"),
    courseName: sign,
    changes: [{ what: sign, before: sign, after: sign }],
  });
  expect(html).not.toContain("<b>");
  expect(html.split("&quot;&gt;&lt;b&gt;x&lt;/b&gt;").length - 1).toBeGreaterThanOrEqual(5);
  expect(subject).toContain(sign);
  expect(render("receipt", { ...forLearner, paidFor: sign }).html).not.toContain("<b>");
});

test.each([
  "Ada\r\nBcc: victim@example.com",
  "Ada\nBcc: victim@example.com",
  "Ada\u2028Bcc: x",
  "Ada\u0000Bcc",
])("a line break in a course's name (%j) is a space in the subject", (courseName) => {
  const { subject } = render("receipt", { ...forLearner, courseName });
  expect(subject).toMatch(/^Receipt: N209,000 for Ada Bcc/);
  expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
});

test.each([
  ["https://evil.example/pay", "https: / / evil. example/ pay"],
  ["www.evil.example", "www. evil. example"],
  ["ada@evil.example", "ada@ evil. example"],
])("a mailbox cannot make a link of a name that looks like an address (%s)", (firstName, shown) => {
  const { html, text } = render("receipt", { ...forLearner, firstName });
  expect(text).toContain(`Thank you, ${shown}.`);
  expect(html).not.toContain(firstName);
});

test("a name in a mail loses marks of direction and is cut to 60 characters", () => {
  const { text } = render("receipt", { ...forLearner, firstName: `\u202eAda${"!".repeat(100)}` });
  expect(text).toContain(`Thank you, Ada${"!".repeat(57)}….`);
});

test("a receipt for others leads to no enrolment and says nothing that is owed", () => {
  const { html, text } = render("receipt", forOthers);
  expect(text).toContain("This is the receipt for Adaeze’s place in DevOps Full");
  for (const version of [html, text]) {
    expect(version).toContain("N70,000");
    expect(version).toContain("TUI-20261122-7Q2M4X8K9A");
    expect(version).not.toMatch(/My-enrolment|My enrolment|next payment|Left to pay|Not due yet|Open/);
  }
});

test("a receipt asks for the learner's details and the fee only while they are missing", () => {
  const title = "Receipt of someone who paid on Pricing, and has given no details yet";
  const { text } = render("receipt", valuesOf<ReceiptForLearner>(title));
  expect(text).toContain("Who’s taking the course?");
  expect(text).toContain("Registration fee still to pay: $9.00.");
  expect(render("receipt", forLearner).text).not.toMatch(/Who’s taking|Registration fee still/);
});

test("an overdue mail says the late-payment rule and the day on which it applies", () => {
  const overdue = valuesOf<MailValues["overdue"]>("Three days after the day");
  const { html, text } = render("overdue", overdue);
  for (const version of [html, text]) {
    expect(version).toContain("miss a month");
    expect(version).toContain("Apr 16, 2027");
    expect(version).toContain(ACCESS_WORDS.restricted);
  }
  const withoutRule = render("overdue", { ...overdue, lateRule: null }).text;
  expect(withoutRule).not.toContain("miss a month");
});

const { light, dark } = mailTemplates.theme;
/** The text colours on each ground. */
const TEXTS = [
  ["card", ["ink", "muted", "green", "red"]],
  ["paper", ["ink", "muted"]],
  ["sand", ["ink", "green"]],
  ["green", ["on-line"]],
] as const;

/** Returns a colour with inverted lightness, as mailboxes do in dark mode. */
const inverted = (rgb: readonly number[]) => {
  const turn = 1 - Math.max(...rgb) - Math.min(...rgb);
  return rgb.map((part) => part + turn);
};

test.each([
  ["light", light, (rgb: number[]) => rgb],
  ["dark", dark, (rgb: number[]) => rgb],
  ["light, turned dark by the mailbox", light, inverted],
])("every text of a mail has enough contrast on its background: %s", (_, palette, asDisplayed) => {
  for (const [ground, texts] of TEXTS) {
    for (const text of texts) {
      const ratio = contrast(asDisplayed(rgbOf(palette[text])), asDisplayed(rgbOf(palette[ground])));
      expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});
