import type { Slip } from "~/content/content-files.ts";
import type { Inline, Target } from "~/domain/mail/mail-template.ts";
import type { Placeholder } from "~/domain/mail/placeholders.ts";

const PLACEHOLDER = /^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)?$/;

const WRITTEN_KINDS: readonly string[] = ["name", "text", "lines", "day", "money"];

/** The components that write values other than words. */
const COMPONENT_KINDS: Partial<Record<Placeholder["kind"], string>> = {
  charges: "<Charges />",
  changes: "<Changes />",
  enrolments: "<Enrolments />",
};

/** Why a value cannot be written among words, and what to write. */
const NOT_WORDS: Partial<Record<Placeholder["kind"], (name: string) => string>> = {
  link: (name) => `{${name}} is a link: write [words]({${name}}) or <Button link="${name}">words</Button>.`,
  flag: (name) => `{${name}} is a yes or a no: write <If has="${name}"> and </If>.`,
  charges: () => "{charges} is a table: write <Charges />.",
  changes: () => "{changes} is a table: write <Changes />.",
  enrolments: () => "{enrolments} is a list of links: write <Enrolments>words of each button</Enrolments>.",
};

/**
 * Checks the values that a mail's template names, and collects the template's mistakes by the file's lines.
 */
export class TemplateValues {
  readonly slips: Slip[] = [];
  readonly #placeholders: Readonly<Record<string, Placeholder>>;
  readonly #used = new Set<string>();
  /** The names of the values that are certainly present at this point of the text. */
  #presentNames: readonly string[] = [];

  constructor(placeholders: Readonly<Record<string, Placeholder>>) {
    this.#placeholders = placeholders;
  }

  addSlip(line: number, message: string): void {
    this.slips.push({ line, message });
  }

  /** Returns a placeholder; null, with a slip, if the mail has no such value. */
  placeholder(name: string, line: number): Placeholder | null {
    const placeholder = this.#placeholders[name];
    if (placeholder) return placeholder;
    this.addSlip(line, `This mail has no {${name}}.`);
    return null;
  }

  /** Records that a value is named here. @returns whether it may be */
  use(name: string, line: number): boolean {
    const placeholder = this.placeholder(name, line);
    if (!placeholder) return false;
    this.#used.add(name);
    const { guard } = placeholder;
    if (guard === null || this.#presentNames.includes(guard)) return true;
    this.addSlip(
      line,
      `{${name}} may be missing. Put what names it between <If has="${guard}"> and </If>, so that it is left out then.`,
    );
    return false;
  }

  /**
   * Reads a part of the template in which a value is certainly present. If `next.amount` is present, so is `next`.
   */
  whileKnownPresent<Read>(name: string, read: () => Read): Read {
    const outside = this.#presentNames;
    const outer = name.includes(".") ? [name.slice(0, name.indexOf("."))] : [];
    this.#presentNames = [...outside, name, ...outer];
    const result = read();
    this.#presentNames = outside;
    return result;
  }

  /** Reads the code between curly brackets, which may only be a name. Anything else would be program code. */
  expression(code: string, line: number): Inline[] {
    const name = code.trim();
    if (PLACEHOLDER.test(name)) return this.#written(name, line);
    this.addSlip(
      line,
      `{${code}} is program code. Between curly brackets stands one name, such as {courseName}.`,
    );
    return [];
  }

  /** Reads a line of words and placeholders. */
  words(text: string, line: number): Inline[] {
    return text.split(/(\{[^}]*\})/).flatMap((piece): Inline[] => {
      if (piece === "") return [];
      if (piece.startsWith("{")) return this.expression(piece.slice(1, -1), line);
      return [{ kind: "text", text: piece }];
    });
  }

  target(url: string, line: number): Target {
    const [, name] = /^\{(.*)\}$/.exec(url) ?? [];
    if (name !== undefined) {
      const isUsable = this.use(name, line);
      if (isUsable && this.#placeholders[name]?.kind !== "link") this.addSlip(line, `{${name}} is no link.`);
      return { value: name };
    }
    if (!/^(https:\/\/|mailto:|tel:|\/(?!\/))/.test(url)) {
      this.addSlip(
        line,
        `The link ${url} must begin with a slash, https://, mailto: or tel:, or be a name such as {enrolmentLink}.`,
      );
    }
    return { address: url };
  }

  /** Forgets the values of subject and preheader. Required values must be in the text. */
  startText(): void {
    this.#used.clear();
  }

  /** Adds a slip for each required value that the text does not name. */
  checkRequired(line: number): void {
    for (const [name, { kind, isRequired }] of Object.entries(this.#placeholders)) {
      if (!isRequired || this.#used.has(name)) continue;
      const form = COMPONENT_KINDS[kind] ?? `{${name}}`;
      this.addSlip(line, `${form} is missing. Whoever gets this mail must read it somewhere in its text.`);
    }
  }

  #written(name: string, line: number): Inline[] {
    const placeholder = this.placeholder(name, line);
    if (!placeholder) return [];
    const { kind } = placeholder;
    if (WRITTEN_KINDS.includes(kind)) return this.use(name, line) ? [{ kind: "value", name }] : [];
    const message =
      NOT_WORDS[kind]?.(name) ??
      `{${name}} is no text. Name one of its parts, e.g. {${name}.${this.#partOf(name)}}.`;
    this.addSlip(line, message);
    return [];
  }

  #partOf(name: string): string {
    const path = Object.keys(this.#placeholders).find((candidate) => candidate.startsWith(`${name}.`));
    return path?.slice(name.length + 1) ?? "";
  }
}
