import { z } from "astro/zod";
import { type AcademyAddresses, resolveRecipient, resolveSender } from "~/edge/mail/academy-addresses.ts";
import type { Mail } from "~/edge/mail/mail-store.ts";
import { htmlOfText, plainText } from "~/edge/mail/plain-text.ts";
import { firstIssue } from "~/edge/middleware/request-body.ts";
import { addressIn } from "~/edge/requests/request-store.ts";

const MAIL_SUBJECTS = ["Newsletter", "Contact Form", "Registration"] as const;

export type ParsedMail =
  | {
      readonly ok: true;
      /** The mail. Its HTML is the words of what came, without any of its elements. */
      readonly mail: Mail;
      /** The address to subscribe to the newsletter; null in any other mail. */
      readonly subscriber: string | null;
      /** What a visitor asks by the contact form, as plain text; null in any other mail. */
      readonly message: string | null;
    }
  | { readonly ok: false; readonly status: 400 | 403; readonly message: string };

// A line break in a header field is how one mail is turned into many.
const headerText = z
  .string("must be text")
  .min(1, "must not be empty")
  .refine((text) => !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(text), "must not contain line breaks");

const mailRequest = z.strictObject(
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

/** 400 for any other shape, 403 for an address or a subject that is not the academy's. A role may stand for an address. */
export function parseMail(text: string, addresses: AcademyAddresses): ParsedMail {
  const json = parseJson(text);
  if (!json.ok) return refuse(400, "The mail must be valid JSON.");

  const parsed = mailRequest.safeParse(json.value);
  if (!parsed.success) return refuse(400, firstIssue(parsed.error, "The mail"));

  const { config, body } = parsed.data;
  const from = resolveSender(config.fromEmailAddress, addresses);
  if (!from) {
    return refuse(403, "config.fromEmailAddress is not the academy's sender address.");
  }
  const to = resolveRecipient(config.toEmailAddress, addresses);
  if (!to) {
    return refuse(403, "config.toEmailAddress is not one of the academy's addresses.");
  }
  if (!MAIL_SUBJECTS.some((subject) => subject === body.subject)) {
    return refuse(403, `body.subject must be one of: ${MAIL_SUBJECTS.join(", ")}.`);
  }
  const words = plainText(body.message);
  if (words === "") return refuse(400, "body.message holds nothing to read.");
  const subscriber = body.subject === "Newsletter" ? addressIn(words) : null;
  const mail = { from, to, subject: body.subject, message: htmlOfText(words) };
  return { ok: true, mail, subscriber, message: body.subject === "Contact Form" ? words : null };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function refuse(status: 400 | 403, message: string): ParsedMail {
  return { ok: false, status, message };
}
