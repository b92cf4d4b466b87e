import { z } from "astro/zod";
import { WEEKDAYS } from "~/domain/dates/class-times.ts";
import {
  headingAndLead,
  listOf,
  metaDescription,
  metaTitle,
  photo,
  placeholder,
  text,
} from "./prose-fields.ts";

const time = z
  .string({ error: 'must be a time in quotes, e.g. "19:00"' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
    error: 'must be a time of the day from "00:00" to "23:59", e.g. "19:00"',
  });

const classesSchema = z
  .strictObject({
    days: listOf(z.enum(WEEKDAYS), { min: 1, max: 7 }).describe(
      "Days of the week with a live class, in Lagos: [Tuesday, Thursday].",
    ),
    from: time.describe('When a class begins, by the clock in Lagos, in quotes: "19:00".'),
    to: time.describe("When it ends, on the same day."),
    hoursAWeek: z
      .int()
      .min(1)
      .max(60)
      .describe("Hours a week that a learner needs, classes and practice together."),
    dataPerMonth: z
      .int()
      .min(1)
      .max(500)
      .describe("Mobile data a month for classes and practice, in gigabytes, as a whole number."),
    placeholder: placeholder.describe(
      "true while these are examples; pages then say that they are to be confirmed.",
    ),
  })
  .refine(({ from, to }) => from < to, { error: "to must be later than from.", path: ["to"] })
  .describe("How a cohort runs, the same for every course.");

/** `content/pages/catalogue.yaml`: the words of /Courses and the facts that all its courses share. */
export const cataloguePageSchema = z.strictObject({
  title: metaTitle,
  description: metaDescription,
  ...headingAndLead,
  level: text({ min: 3, max: 30 }).describe('"Level" on every course page.'),
  learningMode: text({ min: 3, max: 30 }).describe('"Learning Mode" on every course page.'),
  nextCohort: z
    .string()
    .min(2)
    .describe(
      "Name of a file in content/cohorts, without its ending: the cohort whose date pages show. It needs a firstClass.",
    ),
  classes: classesSchema,
  tutorPhoto: photo.describe("On every level's page: a tutor in a class."),
  laptop: text({ min: 20, max: 200 }).describe("What computer a learner needs: one or two sentences."),
});
