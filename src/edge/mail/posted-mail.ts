import { z } from "astro/zod";
import { Parser } from "htmlparser2";
import { findEmailAddress } from "~/domain/contact/email-address.ts";
import { escapeHtml } from "~/domain/text.ts";
import { visibleText } from "~/domain/visible-text.ts";
import { type AcademyAddresses, resolveRecipient, resolveSender } from "./academy-addresses.ts";
import type { Mail } from "./mail-store.ts";

/** The form of a key that a browser may send. Other lower-case prefixes belong to the edge. */
const IDEMPOTENCY_KEY = /^(?:(?:contact|newsletter):|(?![a-z]+:))[A-Za-z0-9][A-Za-z0-9:._-]{0,127}$/;

const MAIL_SUBJECTS = ["Newsletter", "Contact Form", "Registration"] as const;

type ReadMail =
  | {
      readonly ok: true;
      /** The mail. Its HTML has only the words that came, without any elements. */
      readonly mail: Mail;
      /** The address to subscribe to the newsletter; `null` in any other mail. */
      readonly subscriber: string | null;
      /** The visitor's question from the contact form, as plain text; `null` in any other mail. */
      readonly message: string | null;
    }
  | { readonly ok: false; readonly status: 400 | 403; readonly message: string };

// A line break in a header field could turn one mail into many.
const headerText = z
  .string("must be text")
  .min(1, "must not be empty")
  .refine((text) => !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(text), "must not contain line breaks");

export const postedMail = z.strictObject(
  {
    config: z.strictObject({ fromEmailAddress: headerText, toEmailAddress: headerText }, "must be an object"),
    body: z.strictObject(
      {
        subject: headerText,
        message: z.string("must be text").refine((text) => text.trim() !== "", "must not be empty"),
      },
      "must be an object",
    ),
  },
  "must be an object",
);

/** Reads a posted mail. 400 an unreadable key or no text · 403 a foreign address or an unknown subject. */
export function readMail(
  { config, body }: z.output<typeof postedMail>,
  idempotencyKey: string | null,
  addresses: AcademyAddresses,
): ReadMail {
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    return refused(400, "The Idempotency-Key is not one that is known here.");
  }
  const from = resolveSender(config.fromEmailAddress, addresses);
  if (!from) {
    return refused(403, "config.fromEmailAddress is not the academy's sender address.");
  }
  const to = resolveRecipient(config.toEmailAddress, addresses);
  if (!to) {
    return refused(403, "config.toEmailAddress is not one of the academy's addresses.");
  }
  if (!MAIL_SUBJECTS.some((subject) => subject === body.subject)) {
    return refused(403, `body.subject must be one of: ${MAIL_SUBJECTS.join(", ")}.`);
  }
  const words = plainText(body.message);
  if (words === "") return refused(400, "body.message holds nothing to read.");
  const subscriber = body.subject === "Newsletter" ? findEmailAddress(words) : null;
  const mail = { from, to, subject: body.subject, message: htmlOfText(words) };
  return { ok: true, mail, subscriber, message: body.subject === "Contact Form" ? words : null };
}

function refused(status: 400 | 403, message: string): ReadMail {
  return { ok: false, status, message };
}

/** The texts before and after an element in plain text. An element that is not listed is its text alone. */
const BEFORE: Readonly<Record<string, string>> = { li: "- " };
const AFTER: Readonly<Record<string, string>> = {
  ...Object.fromEntries("br hr tr li dt dd".split(" ").map((name) => [name, "\n"])),
  ...Object.fromEntries("p h1 h2 h3 ul ol dl table".split(" ").map((name) => [name, "\n\n"])),
};

/**
 * Returns the visible words of any HTML. A row of a table becomes a line, `Last Name: Obi`. Control
 * characters are dropped, because SQLite ends a text at a zero byte.
 */
export function plainText(html: string): string {
  let text = "";
  let closedCell = "";
  const parser = new Parser({
    onopentagname: (name) => {
      const isCell = name === "td" || name === "th";
      if (isCell && closedCell) text += closedCell === "th" && name === "td" ? ": " : ", ";
      text += BEFORE[name] ?? "";
    },
    ontext: (piece) => {
      text += piece.replace(/\s+/g, " ");
    },
    onclosetag: (name) => {
      text += AFTER[name] ?? "";
      if (name === "td" || name === "th") closedCell = name;
      else if (name === "tr") closedCell = "";
    },
  });
  parser.end(html);
  return visibleText(text.toWellFormed().replace(/[^\P{Cc}\n]/gu, ""))
    .replace(/ {2,}/g, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns a text as the HTML of a mail, line by line. */
export function htmlOfText(text: string): string {
  return `<p>${escapeHtml(text).replaceAll("\n", "<br />")}</p>`;
}
