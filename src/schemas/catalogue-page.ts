import { z } from "astro/zod";
import { WEEKDAYS } from "~/domain/dates/class-times.ts";
import {
  fields,
  headingAndLead,
  listOf,
  metaDescription,
  metaTitle,
  oneOf,
  placeholder,
  text,
} from "./prose-fields.ts";

// One YAML reader hands an unquoted date over as a Date, another as text; both mean the same day.
const day = (what: string) =>
  z.preprocess(
    (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
    z.iso.date({ error: `${what} must be a day written year-month-day, e.g. 2024-02-26.` }),
  );

const time = (what: string) =>
  z.string({ error: `${what} must be a time in quotes, e.g. "19:00".` }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
    error: `${what} must be a time of the day from "00:00" to "23:59", e.g. "19:00".`,
  });

const wholeNumber = (what: string, max: number) =>
  z
    .int({ error: `${what} must be a whole number without a unit, e.g. 10.` })
    .min(1, `${what} must be 1 or more.`)
    .max(max, `${what} must be ${max} or less.`);

/** How a cohort runs, the same for every course. */
const classesSchema = fields({
  /** Days of the week with a live class, in Lagos: [Tuesday, Thursday]. */
  days: listOf("days", oneOf("A day of days", WEEKDAYS), { min: 1, max: 7 }),
  /** When a class begins, by the clock in Lagos, in quotes: "19:00". */
  from: time("from"),
  /** When it ends, on the same day. */
  to: time("to"),
  /** Hours a week that a learner needs, classes and practice together. */
  hoursAWeek: wholeNumber("hoursAWeek", 60),
  /** Mobile data a month for classes and practice, in gigabytes, as a whole number. */
  dataPerMonth: wholeNumber("dataPerMonth", 500),
  /** true while these are examples; pages then say that they are to be confirmed. */
  placeholder,
}).refine(({ from, to }) => from < to, { error: "to must be later than from.", path: ["to"] });

/** `content/pages/catalogue.yaml`: the words of /Courses and the facts that all its courses share. */
export const cataloguePageSchema = fields({
  /** In the browser's tab. */
  title: metaTitle,
  /** For search engines: 70 to 160 characters. */
  description: metaDescription,
  ...headingAndLead,
  /** "Level" on every course page. */
  level: text("level", { min: 3, max: 30 }),
  /** "Learning Mode" on every course page. */
  learningMode: text("learningMode", { min: 3, max: 30 }),
  /** First day of the next cohort, year-month-day; given to the pages as text in that form. */
  nextCohortDate: day("nextCohortDate"),
  /** Last day to register for it, year-month-day. Leave it out when that is the day before the first class. */
  registrationCloses: day("registrationCloses").optional(),
  /**
   * A day still to come is shown as "To Be Decided". `true` says that it is certain, and it is shown.
   */
  nextCohortConfirmed: z
    .boolean({ error: "nextCohortConfirmed must be true or false, without quotes." })
    .default(false),
  classes: classesSchema,
  /** What computer a learner needs: one or two sentences. */
  laptop: text("laptop", { min: 20, max: 200 }),
}).refine(
  ({ nextCohortDate, registrationCloses }) => !registrationCloses || registrationCloses <= nextCohortDate,
  {
    error: "registrationCloses must not be later than nextCohortDate.",
    path: ["registrationCloses"],
  },
);
