import { z } from "astro/zod";
import type { Cohort } from "~/domain/dates/cohort.ts";
import { addDays } from "~/domain/dates/day.ts";
import { text } from "./fields.ts";

// One YAML reader returns an unquoted date as a Date, another as text. Both mean the same day.
const day = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.iso.date({ error: "must be a day written year-month-day, e.g. 2024-02-26" }),
);

/** `content/cohorts`. */
export const cohortSchema = z
  .strictObject({
    name: text({ min: 3, max: 60 }).describe(
      'As the registration form, the mails and the desk show it: "27 May 2024, cohort 8". It may change at any time.',
    ),
    firstClass: day
      .optional()
      .describe("Day of the first class, year-month-day. Leave it out while none is planned."),
    registrationCloses: day
      .optional()
      .describe(
        "Last day to register for it, year-month-day. Leave it out when that is the day before the first class.",
      ),
    confirmed: z
      .boolean()
      .default(false)
      .describe(
        '"true" says that the first class is certain: it is shown, and the payments of everybody ' +
          'in the cohort become due by it. Until then the form adds "no date yet" to the name.',
      ),
    seats: z
      .int()
      .positive()
      .optional()
      .describe(
        "How many learners it has room for. When five or fewer seats are left the site says so, " +
          "and a full cohort can no longer be chosen. Leave it out where any number may join.",
      ),
  })
  .refine(({ confirmed, firstClass }) => !confirmed || firstClass, {
    error: "firstClass is missing: a confirmed cohort needs the day of its first class.",
    path: ["firstClass"],
  })
  .refine(
    ({ firstClass, registrationCloses }) =>
      !registrationCloses || (firstClass !== undefined && registrationCloses <= firstClass),
    { error: "must not be later than firstClass", path: ["registrationCloses"] },
  )
  .describe(
    "A group of learners who begin together. The file's name is its id: enrolments are stored with it.",
  );

/** Returns the cohort of an entry. @param id the name of its file */
export function toCohort(id: string, entry: z.infer<typeof cohortSchema>): Cohort {
  const { name, firstClass = null, registrationCloses, confirmed, seats = null } = entry;
  const closes = registrationCloses ?? (firstClass && addDays(firstClass, -1));
  return { id, name, firstClass, closes, isConfirmed: confirmed, seats };
}
