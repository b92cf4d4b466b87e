import type { Day } from "~/domain/dates/cohort-date.ts";
import { collections } from "./collections.ts";
import type { Finding } from "./finding.ts";
import { type Content, textsOf, validEntries } from "./read-entries.ts";
import { fieldName } from "./schema-errors.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Days in the fields that are over, and a next cohort that is not announced as certain. Running text is left out: there
 * a day may rightly be over.
 */
export function staleDates(content: Content, today: Day): Finding[] {
  const past = content.entries.flatMap((entry) =>
    textsOf(entry.data).flatMap(({ path, text }): Finding[] => {
      const day = dayIn(text);
      if (day === null || day >= today) return [];
      const message = `${fieldName(path)}: "${text}" is in the past.`;
      return [{ group: "Dates", file: entry.file, line: entry.lineOf(path), message }];
    }),
  );
  const unconfirmed = validEntries(content, collections.cataloguePage)
    .filter(({ data }) => data.nextCohortDate >= today && !data.nextCohortConfirmed)
    .map(({ entry, data }): Finding => {
      const message = `nextCohortDate: ${data.nextCohortDate} reads "To Be Decided" until a line nextCohortConfirmed: true stands below it.`;
      return { group: "Dates", file: entry.file, line: entry.lineOf(["nextCohortDate"]), message };
    });
  return [...past, ...unconfirmed, ...cohortsThatDiffer(content)];
}

function cohortsThatDiffer(content: Content): Finding[] {
  const [page] = validEntries(content, collections.cataloguePage);
  const [options] = validEntries(content, collections.formOptions);
  if (!page || !options) return [];
  const { nextCohortDate } = page.data;
  const days = options.data.cohorts.map(dayIn).filter((day) => day !== null);
  if (days.length === 0 || days.includes(nextCohortDate)) return [];
  const where = `${options.entry.file}:${options.entry.lineOf(["cohorts"])}`;
  const message = `nextCohortDate: courses begin on ${nextCohortDate}, but the registration form (${where}) offers ${options.data.cohorts.join(" or ")}.`;
  return [{ group: "Dates", file: page.entry.file, line: page.entry.lineOf(["nextCohortDate"]), message }];
}

/** The first day that a text names, as "2024-02-26", "27 May 2024", "27th of May, 2024" or "May 27, 2024". */
export function dayIn(text: string): Day | null {
  const [iso] = /\b\d{4}-\d{2}-\d{2}\b/.exec(text) ?? [];
  if (iso !== undefined) return iso;
  const dayFirst = /\b(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<name>[A-Za-z]{3,9}),? (?<year>\d{4})\b/;
  const monthFirst = /\b(?<name>[A-Za-z]{3,9}) (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})\b/;
  const { day = "", name = "", year = "" } = (dayFirst.exec(text) ?? monthFirst.exec(text))?.groups ?? {};
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : `${year}-${twoDigits(String(month))}-${twoDigits(day)}`;
}

function twoDigits(digits: string): string {
  return digits.padStart(2, "0");
}
