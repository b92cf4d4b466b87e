import { readFileSync } from "node:fs";

/** The folder of what editors change, from the project's own. The sites of the browser tests are built from another one. */
export const CONTENT_DIR = process.env.CONTENT_DIR || "content";

/** Reads a content file: without the mark that Notepad puts first, and with "\n" at the end of each line. */
export function readContentFile(path: string): string {
  return readFileSync(path, "utf8")
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n");
}
