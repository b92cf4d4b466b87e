import type { Day } from "~/domain/dates/cohort-date.ts";
import { staleDates } from "./dates.ts";
import { duplicates } from "./duplicates.ts";
import { durationsThatDisagree } from "./durations.ts";
import { figuresThatDisagree } from "./figures.ts";
import type { Finding } from "./finding.ts";
import { brokenLinks } from "./links.ts";
import { exampleAddresses, placeholders } from "./placeholders.ts";
import { readContent } from "./read-entries.ts";
import { brokenReferences } from "./references.ts";
import { schemaErrors } from "./schema-errors.ts";

export interface Place {
  /** The content folder, with a slash at its end. */
  readonly content: string;
  /** The project's folder, with a slash at its end: its pages and its public files are what links may lead to. */
  readonly root: string;
}

export interface Result {
  /** What must be mended before the site can be built. */
  readonly errors: readonly Finding[];
  /** What a launch still needs. */
  readonly notes: readonly Finding[];
}

/** Reads every file of the content folder and holds it against its schema, the others and the day. */
export function checkContent({ content: folder, root }: Place, today: Day): Result {
  const content = readContent(folder);
  return {
    errors: byPlace([
      ...content.problems,
      ...schemaErrors(content),
      ...brokenReferences(content),
      ...brokenLinks(content, root),
      ...duplicates(content),
    ]),
    notes: byPlace([
      ...placeholders(content),
      ...exampleAddresses(content),
      ...staleDates(content, today),
      ...figuresThatDisagree(content),
      ...durationsThatDisagree(content),
    ]),
  };
}

/** File by file, each from its top to its bottom. */
function byPlace(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => a.file.localeCompare(b.file, "en") || a.line - b.line);
}
