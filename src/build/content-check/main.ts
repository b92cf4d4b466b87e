import { type Day, dayOf } from "~/domain/dates/day.ts";
import { staleDates } from "./dates.ts";
import { figuresThatDisagree } from "./figures.ts";
import { errorReport, type Finding, type Group, launchReport, report } from "./finding.ts";
import { exampleAddresses, missingLegal, noOpenCohort, placeholders } from "./launch.ts";
import { brokenLinks, takenTrackRoutes } from "./links.ts";
import { type Content, readContent, schemaErrors } from "./read-entries.ts";
import { brokenReferences, duplicates, mailSlips, tracksWithoutLevels } from "./references.ts";

/** What was found, for people to read, and whether something in it stops a build. */
export function checkToday(place: Place): { report: string; hasErrors: boolean } {
  const result = checkContent(place, dayOf(new Date()));
  return { report: report(result), hasErrors: result.errors.length > 0 };
}

/**
 * What a launch still needs.
 * @param folder the content folder, with a slash at its end
 */
export function launchToday(folder: string): { report: string; notes: readonly Finding[] } {
  const notes = launchNotes(readContent(folder), dayOf(new Date()));
  return { report: launchReport(notes), notes };
}

/** What must be corrected before the site can be built, as an editor reads it; null when nothing must. */
export function errorsOf(place: Place): string | null {
  const { errors } = checkContent(place, dayOf(new Date()));
  return errors.length > 0 ? errorReport(errors) : null;
}

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
