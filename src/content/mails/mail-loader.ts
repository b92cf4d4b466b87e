import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Loader, LoaderContext } from "astro/loaders";
import { mdxToMdast } from "satteri";
import { parse } from "yaml";
import { CONTENT_DIR, readContentFile, type Slip, splitFields } from "~/content/content-files.ts";
import { mailSchema } from "~/content/schemas/collections.ts";
import { MAIL_NAMES, type MailName, SUBJECT_BEGINS } from "~/domain/mail/learner-mails.ts";
import type { MailTemplate } from "~/domain/mail/mail-template.ts";
import { MAIL_COLOURS, type MailColour, type MailTheme } from "~/domain/mail/mail-theme.ts";
import { placeholdersOf } from "~/domain/mail/placeholders.ts";
import { MailTextReader, type TextNode } from "./mail-text-reader.ts";
import { TemplateValues } from "./template-values.ts";

/**
 * Loads content/mails as templates without code, so that the worker has no parser and runs nothing from a
 * mail's file. Every file is read each time, so that no template is older than this code.
 */
export function mailLoader(): Loader {
  return {
    name: "mails",
    load: async ({ config, store, parseData, watcher, logger }: LoaderContext) => {
      const pathOf = (path: string) => fileURLToPath(new URL(path, config.root)).replaceAll("\\", "/");
      const folder = pathOf(`./${CONTENT_DIR}/mails/`);
      const tokens = pathOf("./src/styles/tokens.css");
      const loadAll = async () => {
        const theme = mailTheme(readFileSync(tokens, "utf8"));
        for (const name of MAIL_NAMES) {
          const { file, data, template, slips } = readMail(name, `${folder}${name}.mdx`);
          if (slips.length > 0)
            throw new Error(slips.map(({ line, message }) => `${file}:${line} ${message}`).join("\n"));
          store.set({ id: name, data: await parseData({ id: name, data: { ...data, template, theme } }) });
        }
      };
      await loadAll();
      watcher?.on("change", (changed) => {
        const path = changed.replaceAll("\\", "/");
        if (!path.startsWith(folder) && path !== tokens) return;
        // The content check reports the mistake. Until it is corrected, the mail stays as it was.
        loadAll().catch((error: Error) => logger.error(error.message));
      });
    },
  };
}

/**
 * Reads a mail's file. A template with slips must not be used.
 * @throws Error if its fields or its text cannot be read
 */
export function readMail(name: MailName, path: string) {
  const { fields, text } = splitFields(readContentFile(path)) ?? { fields: "", text: "" };
  const data = mailSchema.parse(parse(fields));
  const rows = fields.split("\n");
  /** The line of a field. The fields begin on the file's second line. */
  const lineOf = (field: string) => rows.findIndex((row) => row.startsWith(`${field}:`)) + 2;
  const lines = { subject: lineOf("subject"), preheader: lineOf("preheader"), text: rows.length + 2 };
  return { file: `content/mails/${name}.mdx`, data, ...parseMailTemplate(name, { ...data, text, lines }) };
}

/**
 * Returns the colours and the font of mails from the text of src/styles/tokens.css.
 * @throws Error that names a missing token
 */
export function mailTheme(tokens: string): MailTheme {
  const [light = "", dark = ""] = tokens.split("@media screen and (prefers-color-scheme: dark)");
  const [, font] = /--font-body:\s*([^;]+);/.exec(light) ?? [];
  if (!font) throw new Error("tokens.css has no --font-body.");
  const palette = (css: string) =>
    Object.fromEntries(
      MAIL_COLOURS.map((name) => {
        const value = colourIn(css, name) ?? colourIn(light, name);
        if (!value) throw new Error(`tokens.css has no colour named ${name}.`);
        return [name, value];
      }),
    ) as Record<MailColour, string>;
  return { light: palette(light), dark: palette(dark), font };
}

function colourIn(css: string, name: MailColour): string | undefined {
  return new RegExp(`--color-${name}:\\s*(#[0-9a-f]{6});`).exec(css)?.[1];
}

/** The parts of a mail's file. */
export interface MailSource {
  readonly subject: string;
  readonly preheader: string;
  /** The text below the fields. */
  readonly text: string;
  /** The lines of the file on which the parts begin, counted from 1. */
  readonly lines: { readonly subject: number; readonly preheader: number; readonly text: number };
}

/**
 * Parses a mail with the parser of the site's build. A template with slips must not be used.
 * @throws Error if the text is no MDX
 */
export function parseMailTemplate(
  mail: MailName,
  { subject, preheader, text, lines }: MailSource,
): { template: MailTemplate; slips: readonly Slip[] } {
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
