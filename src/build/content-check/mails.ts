import { parseMailTemplate } from "~/content/mails/parse-mail-template.ts";
import { collections } from "~/content/schemas/collections.ts";
import { MAIL_NAMES } from "~/domain/mail/learner-mails.ts";
import type { Finding } from "./finding.ts";
import { type Content, validEntries } from "./read-entries.ts";

/** Names and components that a mail does not have, program code, and required values that it lacks. */
export function mailSlips(content: Content): Finding[] {
  return validEntries(content, collections.mails).flatMap(({ entry, data }) => {
    const { file, firstLine, lines, lineOf } = entry;
    const name = MAIL_NAMES.find((each) => each === entry.id);
    if (!name) return [];
    const { slips } = parseMailTemplate(name, {
      ...data,
      text: lines.join("\n"),
      lines: { subject: lineOf(["subject"]), preheader: lineOf(["preheader"]), text: firstLine },
    });
    return slips.map(({ line, message }): Finding => ({ group: "Mails", file, line, message }));
  });
}
