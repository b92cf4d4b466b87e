import { type Day, dayOf } from "~/domain/dates/day.ts";
import { errorReport, type Finding } from "./finding.ts";
import { launchNotes } from "./launch.ts";
import { brokenLinks } from "./links.ts";
import { readContent } from "./read-entries.ts";
import { brokenReferences, duplicates, mailSlips } from "./references.ts";

export interface Place {
  /** The content folder, with a slash at its end. */
  readonly content: string;
  /** The project's folder, with a slash at its end. Links may lead to its pages and public files. */
  readonly root: string;
}

export interface Result {
  /** The findings that must be corrected before the site can be built. */
  readonly errors: readonly Finding[];
  /** The findings that must be corrected before a launch. */
  readonly notes: readonly Finding[];
}

/** Checks every file of the content folder against its schema. If all match, checks what they refer to. */
export function checkContent(place: Place, today: Day = dayOf(new Date())): Result {
  const content = readContent(place.content);
  const errors =
    content.problems.length > 0
      ? [...content.problems]
      : [
          ...brokenReferences(content, place),
          ...mailSlips(place),
          ...brokenLinks(content, place.root),
          ...duplicates(content),
        ];
  return {
    errors: errors.sort(inReadingOrder),
    notes: launchNotes(content, today).sort(inReadingOrder),
  };
}

/** Returns the report of the errors, for an editor; `null` if there are none. */
export function errorsOf(place: Place): string | null {
  const { errors } = checkContent(place);
  return errors.length > 0 ? errorReport(errors) : null;
}

function inReadingOrder(a: Finding, b: Finding): number {
  return a.file.localeCompare(b.file, "en") || a.line - b.line;
}
