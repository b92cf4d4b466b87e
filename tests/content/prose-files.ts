import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { z } from "astro/zod";
import { parse } from "yaml";

const contentFolder = fileURLToPath(new URL("../../content/", import.meta.url));

/** An `.mdx` file has a body; a `.yaml` file has none, and its body is the empty string. */
export interface ProseFile {
  /** Path inside `content/`, e.g. `faqs/01-who-is-it-for.mdx`. */
  path: string;
  /** What the schema checks. */
  data: unknown;
  body: string;
  /** The file as an editor sees it. */
  source: string;
}

/** Reads one file of `content/`; throws when an `.mdx` file does not begin with its two `---` lines. */
export function readProse(path: string): ProseFile {
  const source = readFileSync(contentFolder + path, "utf8");
  if (path.endsWith(".yaml")) return { path, data: parse(source), body: "", source };
  const parts = /^---\n(.*?)\n---\n(.*)$/s.exec(source);
  if (!parts) throw new Error(`${path} must begin with a line ---, its fields, and a second line ---.`);
  return { path, data: parse(parts[1] ?? ""), body: (parts[2] ?? "").trim(), source };
}

/** Every file of a folder of `content/`, in the order of their names. */
export function readProseFolder(folder: string): ProseFile[] {
  return readdirSync(contentFolder + folder)
    .filter((name) => /\.(mdx|yaml)$/.test(name))
    .sort()
    .map((name) => readProse(`${folder}/${name}`));
}

/** The words after `## `, in order. */
export function sectionHeadings(body: string): string[] {
  return [...body.matchAll(/^## (.+)$/gm)].map((match) => match[1] ?? "");
}

/** What an editor would be told about a wrong entry, as `field: message`; nothing when it is right. */
export function refusals(schema: z.ZodType, data: unknown): string[] {
  const result = schema.safeParse(data);
  return result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

/** The places of a list in rising order; equal to 1, 2, 3 … when each entry has its own. */
export function placesInOrder(entries: { order: number }[]): number[] {
  return entries.map((entry) => entry.order).sort((a, b) => a - b);
}
