import { z } from "astro/zod";
import { LINE_COLOURS, PICTURE_NAMES } from "~/domain/catalogue/pictures.ts";
import { WEEKDAYS } from "~/domain/dates/class-times.ts";
import { needsOneCourse, ownCourseSchema } from "./course.ts";
import {
  headingAndLead,
  listOf,
  metaDescription,
  metaTitle,
  order,
  photo,
  placeholder,
  text,
} from "./fields.ts";

/** The ids in shared links (`/Single-course?course=devops`), the old spelling included. */
const catalogueIds = [
  "devops",
  "solutions_architect",
  "cloud_practitioner",
  "data_analytics_bootcamp",
  "cybersecurity_bootcamp",
  "ai_fundamentals_bootcamp",
  "project managment",
] as const;

/** `content/catalogue`. The text below the second `---` line is what "About this course" opens to. */
export const catalogueSchema = z
  .strictObject({
    id: z
      .enum(catalogueIds, {
        error: `id must be one of: ${catalogueIds.join(", ")}. A new course leaves it out: its file's name is its name in links.`,
      })
      .optional()
      .describe(
        "Only for the seven old courses, whose links people have shared. A new one leaves it out: its file's name is its name in links.",
      ),
    order: order.describe("Place on /Courses, counted from 1."),
    title: text({ min: 5, max: 60 }).describe("Card and page heading."),
    description: text({ min: 40, max: 140 }).describe(
      "On the card. Up to 140 characters: three lines on a phone.",
    ),
    time: text({ min: 6, max: 20 })
      .regex(/^\d+( \/ \d+)? (Weeks|Months)$/, {
        error: 'time must read like "8 Weeks", "6 Months" or "3 / 4 Months".',
      })
      .describe('How long it takes, e.g. "6 Months". "3 / 4 Months" is Foundational / Advanced.'),
    course: z
      .string()
      .optional()
      .describe('Name of a file in "content/courses", without its ending: what Apply Now registers for.'),
    ownCourse: ownCourseSchema
      .optional()
      .describe(
        'Instead of "course": the price itself, with the fields of a file in content/courses, so that a course is one file.',
      ),
    trackRoute: text({ min: 2, max: 60 })
      .regex(/^\/[a-z0-9-]+$/, { error: "trackRoute must be a track's address, e.g. /devops." })
      .optional()
      .describe(
        "Page the card leads to: a track's address. Leave it out for a course that has only its own course page.",
      ),
    line: z
      .enum(LINE_COLOURS)
      .describe('Colour of the course\'s line, e.g. "cyber". It also decides the picture.'),
    picture: z
      .enum(PICTURE_NAMES)
      .optional()
      .describe("The course's picture, if it is not that of its line. Leave it out otherwise."),
    description2: text({ min: 80, max: 420 }).describe(
      "Under the heading of the course page: two or three sentences.",
    ),
    learn: listOf(text({ min: 10, max: 140 }), { min: 3, max: 10 }).describe(
      '"What you will learn": one thing a line, beginning with a verb.',
    ),
    outline: listOf(text({ min: 3, max: 80 }), { min: 3, max: 12 }).describe(
      '"Courses Outline": names of the modules, in order.',
    ),
    prerequisites: listOf(text({ min: 3, max: 80 }), {
      min: 1,
      max: 6,
    }).describe('"Prerequisites": what the learner must have before the first class.'),
  })
  .superRefine(needsOneCourse)
  .describe(
    'One card on /Courses and its course page. The text is what "About this course" opens to. ' +
      'Its price comes from the course named in "course", or is its own.',
  );

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
  tutorPhoto: photo.describe("A tutor in a class, on each page below /course/."),
  laptop: text({ min: 20, max: 200 }).describe("What computer a learner needs: one or two sentences."),
});
