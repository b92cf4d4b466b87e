import { mdxToMdast } from "satteri";
import { type MailName, SUBJECT_BEGINS } from "~/domain/mail/learner-mails.ts";
import type { MailTemplate } from "~/domain/mail/mail-template.ts";
import { placeholdersOf } from "~/domain/mail/placeholders.ts";
import { MailTextReader, type TextNode } from "./mail-text-reader.ts";
import { type MailSlip, TemplateValues } from "./template-values.ts";

/** A mail's file, taken apart. */
export interface MailSource {
  readonly subject: string;
  readonly preheader: string;
  /** The text below the fields. */
  readonly text: string;
  /** Lines of the file on which these begin, counted from 1. */
  readonly lines: { readonly subject: number; readonly preheader: number; readonly text: number };
}

/**
 * Reads a mail's file by the parser that the site is built with. A template with slips is not to be used.
 * @throws Error when the text is no MDX
 */
export function parseMailTemplate(
  mail: MailName,
  { subject, preheader, text, lines }: MailSource,
): { template: MailTemplate; slips: readonly MailSlip[] } {
  const values = new TemplateValues(placeholdersOf(mail));
  const begins = SUBJECT_BEGINS[mail];
  if (!new RegExp(`^${begins}\\b`).test(subject)) {
    values.addSlip(
      lines.subject,
      `subject must begin with "${begins}": people search their mailboxes by it.`,
    );
  }
  const fields = {
    subject: values.words(subject, lines.subject),
    preheader: values.words(preheader, lines.preheader),
  };
  values.startText();
  const body = new MailTextReader(values, lines.text).blocks((mdxToMdast(text) as TextNode).children ?? []);
  values.checkRequired(lines.text);
  return { template: { ...fields, body }, slips: values.slips };
}
