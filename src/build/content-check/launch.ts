import { toCohort } from "~/content/schemas/cohort.ts";
import { collections } from "~/content/schemas/collections.ts";
import { firstClassOf } from "~/domain/dates/cohort.ts";
import { isCohortOver } from "~/domain/dates/cohort-options.ts";
import type { Day } from "~/domain/dates/day.ts";
import type { Finding } from "./finding.ts";
import { type Content, findingAt, validEntries } from "./read-entries.ts";

/** Whether registration for a cohort with a date is open today; where none is, the file that opens one. */
export function noOpenCohort(content: Content, today: Day): Finding[] {
  const isOpen = validEntries(content, collections.cohorts)
    .map(({ entry, data }) => toCohort(entry.id, data))
    .some((cohort) => firstClassOf(cohort) !== null && !isCohortOver(cohort.id, [cohort], today));
  if (isOpen) return [];
  return validEntries(content, collections.cataloguePage).map(({ entry }) => {
    const message =
      "nextCohort: nobody can register for a cohort with a date. Add a file to content/cohorts with its firstClass and confirmed: true, and name it here.";
    return findingAt(entry, ["nextCohort"], "No open cohort", message);
  });
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
