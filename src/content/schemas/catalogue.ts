import { z } from "astro/zod";
import { LINE_COLOURS } from "~/domain/catalogue/line-colour.ts";
import { PICTURE_NAMES } from "~/domain/catalogue/picture-name.ts";
import { needsOneCourse, ownCourseSchema } from "./course.ts";
import { listOf, order, text } from "./prose-fields.ts";

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
    course: text({ min: 3, max: 60 })
      .regex(/^[a-z0-9-]+$/, {
        error: 'course must be the name of a file in content/courses, e.g. "devops-full".',
      })
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
    line: z.enum(LINE_COLOURS).describe("Colour of its line on the map."),
    picture: z
      .enum(PICTURE_NAMES)
      .optional()
      .describe("Its drawing, where it is not that of its line. Leave it out otherwise."),
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
    'One card on /Courses and its course page. The text is what "About this course" opens to. Its price comes from the course named in "course", or is its own.',
  );
