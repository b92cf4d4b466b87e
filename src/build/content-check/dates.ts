import { collections } from "~/content/schemas/collections.ts";
import type { Day } from "~/domain/dates/day.ts";
import { dayInText } from "~/domain/dates/day-in-text.ts";
import type { Finding } from "./finding.ts";
import { type Content, findingAt, textsOf, validEntries } from "./read-entries.ts";
import { fieldName } from "./schema-errors.ts";

/**
 * Days in the fields that are over, and a next cohort that is not announced as certain. Running text is left out: there
 * a day may rightly be over.
 */
export function staleDates(content: Content, today: Day): Finding[] {
  const past = content.entries.flatMap((entry) =>
    textsOf(entry.data).flatMap(({ path, text }): Finding[] => {
      const day = dayInText(text);
      if (day === null || day >= today) return [];
      return [findingAt(entry, path, "Dates", `${fieldName(path)}: "${text}" is in the past.`)];
    }),
  );
  const unconfirmed = validEntries(content, collections.cataloguePage)
    .filter(({ data }) => data.nextCohortDate >= today && !data.nextCohortConfirmed)
    .map(({ entry, data }): Finding => {
      const message = `nextCohortDate: ${data.nextCohortDate} reads "To Be Decided" until a line nextCohortConfirmed: true stands below it.`;
      return findingAt(entry, ["nextCohortDate"], "Dates", message);
    });
  return [...past, ...unconfirmed, ...cohortsThatDiffer(content, today)];
}

function cohortsThatDiffer(content: Content, today: Day): Finding[] {
  const [page] = validEntries(content, collections.cataloguePage);
  const [options] = validEntries(content, collections.formOptions);
  if (!page || !options) return [];
  const { nextCohortDate, nextCohortConfirmed } = page.data;
  // The form offers a day that is certain by itself.
  if (nextCohortConfirmed && nextCohortDate >= today) return [];
  const days = options.data.cohorts.map(dayInText).filter((day) => day !== null);
  if (days.length === 0 || days.includes(nextCohortDate)) return [];
  const where = `${options.entry.file}:${options.entry.lineOf(["cohorts"])}`;
  const message = `nextCohortDate: courses begin on ${nextCohortDate}, but the registration form (${where}) offers ${options.data.cohorts.join(" or ")}.`;
  return [findingAt(page.entry, ["nextCohortDate"], "Dates", message)];
}
