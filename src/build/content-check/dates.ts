import { collections } from "~/content/schemas/collections.ts";
import { type Day, isDay } from "~/domain/dates/day.ts";
import type { Finding } from "./finding.ts";
import { type Content, type Entry, fieldName, findingAt, textsOf, validEntries } from "./read-entries.ts";

/**
 * Days in the fields that are over, and a next cohort that is over or not announced as certain. Earlier cohorts rightly stay:
 * enrolments have their ids.
 */
export function staleDates(content: Content, today: Day): Finding[] {
  const past = content.entries
    .filter(({ collection }) => collection !== collections.cohorts)
    .flatMap((entry) =>
      textsOf(entry.data).flatMap(({ path, text }): Finding[] => {
        if (!isDay(text) || text >= today) return [];
        return [findingAt(entry, path, "Dates", `${fieldName(path)}: "${text}" is in the past.`)];
      }),
    );
  return [...past, ...nextCohortOf(content).flatMap((next) => slipOfNext(next, today))];
}

interface NextCohort {
  /** The page that names it. */
  readonly page: Entry;
  readonly file: string;
  readonly firstClass: Day | undefined;
  readonly isConfirmed: boolean;
}

/** The cohort that pages show; none where its file is missing or wrong, which is an error of its own. */
function nextCohortOf(content: Content): NextCohort[] {
  return validEntries(content, collections.cataloguePage).flatMap(({ entry: page, data: { nextCohort } }) =>
    validEntries(content, collections.cohorts)
      .filter(({ entry }) => entry.id === nextCohort)
      .map(({ entry, data: { firstClass, confirmed } }) => ({
        page,
        file: entry.file,
        firstClass,
        isConfirmed: confirmed,
      })),
  );
}

function slipOfNext({ page, file, firstClass, isConfirmed }: NextCohort, today: Day): Finding[] {
  const at = (message: string) => [findingAt(page, ["nextCohort"], "Dates", `nextCohort: ${message}`)];
  if (!firstClass) return [];
  if (firstClass < today) return at(`the first class in ${file} is in the past.`);
  return isConfirmed
    ? []
    : at(`${firstClass} reads "To Be Decided" until ${file} has a line confirmed: true.`);
}
