import type { Day } from "~/domain/dates/day.ts";
import { staleDates } from "./dates.ts";
import { duplicates } from "./duplicates.ts";
import { durationsThatDisagree } from "./durations.ts";
import { figuresThatDisagree } from "./figures.ts";
import type { Finding, Group } from "./finding.ts";
import { missingLegal, noOpenCohort } from "./launch.ts";
import { brokenLinks } from "./links.ts";
import { mailSlips } from "./mails.ts";
import { exampleAddresses, placeholders } from "./placeholders.ts";
import { type Content, readContent } from "./read-entries.ts";
import { brokenReferences, tracksWithoutLevels } from "./references.ts";
import { schemaErrors } from "./schema-errors.ts";
import { takenTrackRoutes } from "./track-routes.ts";

export interface Place {
  /** The content folder, with a slash at its end. */
  readonly content: string;
  /** The project's folder, with a slash at its end: its pages and its public files are what links may lead to. */
  readonly root: string;
}

export interface Result {
  /** What must be corrected before the site can be built. */
  readonly errors: readonly Finding[];
  /** What a launch still needs. */
  readonly notes: readonly Finding[];
}

/** Checks every file of the content folder: its schema, its references to others, and its dates. */
export function checkContent(place: Place, today: Day): Result {
  const { content: folder, root } = place;
  const content = readContent(folder);
  return {
    errors: eachPlaceOnce([
      ...content.problems,
      ...brokenReferences(content),
      ...takenTrackRoutes(content, place),
      ...schemaErrors(content),
      ...mailSlips(content),
      ...brokenLinks(content, root),
      ...duplicates(content),
    ]).sort(inReadingOrder),
    notes: launchNotes(content, today),
  };
}

/** What a launch still needs, of content that may have errors. */
export function launchNotes(content: Content, today: Day): Finding[] {
  return [
    ...noOpenCohort(content, today),
    ...missingLegal(content),
    ...placeholders(content),
    ...tracksWithoutLevels(content),
    ...exampleAddresses(content),
    ...staleDates(content, today),
    ...figuresThatDisagree(content),
    ...durationsThatDisagree(content),
  ].sort(inReadingOrder);
}

/** One report a place: a broken reference is not reported again as a wrong value or a broken link. */
function eachPlaceOnce(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Group>();
  return findings.filter(({ file, line, group }) => {
    const place = `${file}:${line}`;
    const first = groups.get(place) ?? group;
    groups.set(place, first);
    return group === first;
  });
}

/** File by file, each from its top to its bottom. */
function inReadingOrder(a: Finding, b: Finding): number {
  return a.file.localeCompare(b.file, "en") || a.line - b.line;
}
