import { readFileSync } from "node:fs";

/** The path of content/ from the project's folder. The browser tests' sites have another one. */
export const CONTENT_DIR = process.env.CONTENT_DIR || "content";

/** A mistake in a content file, described for an editor. */
export interface Slip {
  readonly line: number;
  readonly message: string;
}

/** Reads a content file, without a byte order mark and with "\n" at the end of each line. */
export function readContentFile(path: string): string {
  return readFileSync(path, "utf8")
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n");
}

/** Splits an .mdx file into its fields and the text below them; `null` if two lines `---` are missing. */
export function splitFields(source: string): { readonly fields: string; readonly text: string } | null {
  const [, fields, text = ""] = /^---\n(.*?\n)---(?:\n(.*))?$/s.exec(source) ?? [];
  return fields === undefined ? null : { fields, text };
}
