import { collections } from "~/content/schemas/collections.ts";
import { cohortOptions, DATE_TO_BE_ANNOUNCED, openCohorts } from "~/domain/dates/cohort-options.ts";
import { type Cohort, cohortState, dayBefore } from "~/domain/dates/cohort-state.ts";
import type { Day } from "~/domain/dates/day.ts";
import type { Finding } from "./finding.ts";
import { type Content, findingAt, validEntries } from "./read-entries.ts";

/** Whether registration for a cohort with a date is open today; where none is, the line that opens one. */
export function noOpenCohort(content: Content, today: Day): Finding[] {
  const [page] = validEntries(content, collections.cataloguePage);
  const [options] = validEntries(content, collections.formOptions);
  if (!page || !options) return [];
  const { nextCohortDate: starts, registrationCloses, nextCohortConfirmed: isConfirmed } = page.data;
  const cohort: Cohort = { starts, closes: registrationCloses ?? dayBefore(starts), isConfirmed };
  const isOpen = ["open", "last-days"].includes(cohortState(cohort, today).name);
  const offered = openCohorts(cohortOptions(options.data.cohorts, cohort), today);
  if (isOpen || !offered.includes(DATE_TO_BE_ANNOUNCED)) return [];
  const message = `nextCohortDate: nobody can register for a cohort with a date (${starts} is ${starts < today ? "over" : "not confirmed or closed"}). Write the next first class, and nextCohortConfirmed: true below it.`;
  return [findingAt(page.entry, ["nextCohortDate"], "No open cohort", message)];
}

/** The business behind the site, which people who pay must be able to read. */
export function missingLegal(content: Content): Finding[] {
  return validEntries(content, collections.site)
    .filter(({ data }) => !data.legal)
    .map(({ entry }): Finding => {
      const message =
        'legal is missing. Write: legal: { name: "…", address: "…" }, the registered name and the address of the business.';
      return findingAt(entry, ["name"], "Legal name and address", message);
    });
}
