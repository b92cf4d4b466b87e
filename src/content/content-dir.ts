import { readFileSync } from "node:fs";

/** The path of content/ from the project's folder. The browser tests' sites have another one. */
export const CONTENT_DIR = process.env.CONTENT_DIR || "content";

/** Reads a content file, without a byte order mark and with "\n" at the end of each line. */
export function readContentFile(path: string): string {
  return readFileSync(path, "utf8")
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n");
}
