import { expect, test } from "vitest";
import {
  emailProblem,
  findEmailAddress,
  isEmailAddress,
  likelyEmail,
  payerEmailError,
  readEmail,
} from "~/domain/contact/email-address.ts";
import { supportMessage, whatsappLink } from "~/domain/contact/site-facts.ts";
import { orderContext } from "~/domain/payments/order.ts";
import { escapeHtml, initialsOf } from "~/domain/text.ts";
import { tuitionOf } from "../../../fixtures/enrolment.ts";

const longName = `${"a".repeat(64)}@example.com`;
const longest = `${"a".repeat(64)}@${`${"b".repeat(61)}.`.repeat(3)}com`;

test.each([
  "ada@example.com",
  "a.b+c@mail.example.com.ng",
  "o'neil+x@example.com",
  "a_b-c/d@ex-ample.co.uk",
  "a@x.io",
  "ada@xn--bcher-kva.xn--p1ai",
  "ada@4u.example",
  longName,
  longest,
])("%s is a valid e-mail address", (address) => {
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  "",
  "@example.com",
  "ada@@example.com",
  "ada@example.com,bola@example.com",
  "Ada <ada@example.com>",
  "ada@example.com\nBcc: x@example.com",
  "ada@example.c",
  "ada@192.0.2.1",
  '"ada obi"@example.com',
  `a${longName}`,
  `ada@${"b".repeat(64)}.com`,
  `a${longest}`,
])("%j is no valid e-mail address", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test.each([
  ["Please add this address to the newsletter: ada@example.com", "ada@example.com"],
  ["New subscriber:ada@example.com", "ada@example.com"],
  ["Ada <ada@example.com>, Obi <obi@example.com>", "ada@example.com"],
  ["write @ten or me@home", null],
  ["", null],
])("the first address in %j is %s", (text, address) => {
  expect(findEmailAddress(text)).toBe(address);
});

test.each([
  [".ada@example.com", "Remove the extra dot before the @."],
  ["ada.@example.com", "Remove the extra dot before the @."],
  ["ada..obi@example.com", "Remove the extra dot before the @."],
  ["ada@.example.com", "Remove the extra dot after the @."],
  ["ada@example..com", "Remove the extra dot after the @."],
  ["ada@example.com.", "Remove the extra dot after the @."],
  ["ada@-example.com", "Remove the extra hyphen after the @."],
  ["ada@example-.com", "Remove the extra hyphen after the @."],
  ["ada@example.com/", "An email address can't have “/” after the @."],
  ["ada@example.com'", "An email address can't have “'” after the @."],
  ["ada@exa_mple.com", "An email address can't have “_” after the @."],
  ["ada@gmail,com", "An email address can't have “,” after the @."],
  ["ada@bücher.example", "An email address can't have “ü” after the @."],
  ["ada obi@example.com", "An email address can't have a space before the @."],
  ["ada@gmail .com", "An email address can't have a space after the @."],
  ["ада@example.com", "An email address can't have “а” before the @."],
  ["ada@example", "Enter an email address like name@example.com."],
  ["ada", "Enter an email address like name@example.com."],
])("the address %s is refused with a way to correct it", (address, problem) => {
  expect(emailProblem(address)).toBe(problem);
});

test.each([
  " ada@example.com ",
  "\uFEFFada@example.com\u200B",
  "\u2068ada@example.com\u2069",
  "ada@exam\u00ADple.com\u00A0",
  "Ada Obi <ada@example.com>",
  "<ada@example.com>",
  "mailto:ada@example.com?subject=Hello",
])("the pasted text %j is read as an e-mail address", (typed) => {
  expect(readEmail(typed)).toBe("ada@example.com");
  expect(payerEmailError(typed)).toBeNull();
});

test("typed markup is escaped and shown as it was typed", () => {
  expect(escapeHtml(`<img src="x" onerror='go()'> &lt;`)).toBe(
    "&lt;img src=&quot;x&quot; onerror=&#39;go()&#39;&gt; &amp;lt;",
  );
});

test("a WhatsApp chat opens with the first message written", () => {
  expect(whatsappLink("2348000000000", "Fee & reference?")).toBe(
    "https://wa.me/2348000000000?text=Fee%20%26%20reference%3F",
  );
  expect(whatsappLink("2348000000000")).toBe("https://wa.me/2348000000000");
});

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmaill.com", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["ada@gmail.co", "ada@gmail.com"],
  [" Ada.Obi@Gmial.COM ", "Ada.Obi@gmail.com"],
  ["ada@yaho.com", "ada@yahoo.com"],
])("%s is probably %s", (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

test.each(["ada@gmail.com", "ada@ymail.com", "ada@mail.com", "ada@academy.example", "ada@", "gmial.com", ""])(
  "nothing looks wrong with %j",
  (typed) => {
    expect(likelyEmail(typed)).toBeNull();
  },
);

test.each([
  ["Ada Obi", "AO"],
  ["  ada  ngozi obi ", "AO"],
  ["Ada", "A"],
  ["Ọlá Ṣadé", "ỌṢ"],
  ["", ""],
])("the portrait of %j shows %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("the first message of a chat with staff names the problem and the order, without personal data", () => {
  const context = orderContext(tuitionOf());
  expect(supportMessage({ problem: "I could not pay: Declined", ...context })).toBe(
    [
      "Hello, I could not pay: Declined.",
      "Course: DevOps Full",
      "Plan: Five Installments",
      "Amount: N194,000",
      "Reference: TUI-20261121-AAAAAAAAAA",
    ].join("\n"),
  );
});

test("the first message of a chat with staff leaves out unknown facts", () => {
  expect(supportMessage({ problem: "a page does not load", page: "/Pricing" })).toBe(
    "Hello, a page does not load.\nPage: /Pricing",
  );
});

test("the first message of a chat with staff stays short, however long a link is", () => {
  expect(supportMessage({ problem: "x", page: "y".repeat(5_000) }).length).toBeLessThan(200);
});
