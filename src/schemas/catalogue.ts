import { z } from "astro/zod";
import { LINE_COLOURS } from "~/domain/catalogue/line-colour.ts";
import { needsOneCourse, ownCourseSchema } from "./course.ts";
import { fields, listOf, oneOf, order, text } from "./prose-fields.ts";

/** Ids that people's links carry (`/Single-course?course=devops`), the old spelling included. */
const catalogueIds = [
  "devops",
  "solutions_architect",
  "cloud_practitioner",
  "data_analytics_bootcamp",
  "cybersecurity_bootcamp",
  "ai_fundamentals_bootcamp",
  "project managment",
] as const;

/**
 * One card on /Courses and its course page, in `content/catalogue`.
 * The text below the second `---` line is what "About this course" opens to.
 * Its price comes from the course named in `course`, or is its own.
 */
export const catalogueSchema = fields({
  /** Only for the seven old courses, whose links people have shared. A new one leaves it out: its file's name is its name in links. */
  id: z
    .enum(catalogueIds, {
      error: `id must be one of: ${catalogueIds.join(", ")}. A new course leaves it out: its file's name is its name in links.`,
    })
    .optional(),
  /** Place on /Courses, counted from 1. */
  order,
  /** Card and page heading. */
  title: text("title", { min: 5, max: 60 }),
  /** On the card. Up to 140 characters: three lines on a phone. */
  description: text("description", { min: 40, max: 140 }),
  /** How long it takes, e.g. "6 Months". "3 / 4 Months" is Foundational / Advanced. */
  time: text("time", { min: 6, max: 20 }).regex(/^\d+( \/ \d+)? (Weeks|Months)$/, {
    error: 'time must read like "8 Weeks", "6 Months" or "3 / 4 Months".',
  }),
  /** Name of a file in `content/courses`, without its ending: what Apply Now registers for. */
  course: text("course", { min: 3, max: 60 })
    .regex(/^[a-z0-9-]+$/, {
      error: 'course must be the name of a file in content/courses, e.g. "devops-full".',
    })
    .optional(),
  /** Instead of `course`: the price itself, with the fields of a file in content/courses, so that a course is one file. */
  ownCourse: ownCourseSchema.optional(),
  /** Page the card leads to: a track's address. Leave it out for a course that has only its own course page. */
  trackRoute: text("trackRoute", { min: 2, max: 60 })
    .regex(/^\/[a-z0-9-]+$/, { error: "trackRoute must be a track's address, e.g. /devops." })
    .optional(),
  /** Colour of its line on the map. */
  line: oneOf("line", LINE_COLOURS),
  /** Under the heading of the course page: two or three sentences. */
  description2: text("description2", { min: 80, max: 420 }),
  /** "What you will learn": one thing a line, beginning with a verb. */
  learn: listOf("learn", text("An item of learn", { min: 10, max: 140 }), { min: 3, max: 10 }),
  /** "Courses Outline": names of the modules, in order. */
  outline: listOf("outline", text("An item of outline", { min: 3, max: 80 }), { min: 3, max: 12 }),
  /** "Prerequisites": what the learner must have before the first class. */
  prerequisites: listOf("prerequisites", text("An item of prerequisites", { min: 3, max: 80 }), {
    min: 1,
    max: 6,
  }),
}).superRefine(needsOneCourse);

export type CatalogueCourse = z.infer<typeof catalogueSchema>;
