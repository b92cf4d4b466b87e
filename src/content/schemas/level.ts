import { z } from "astro/zod";
import { needsOneCourse, ownCourseSchema } from "./course.ts";
import { line, listOf, text } from "./fields.ts";
import { idFromTitle, titledList, topicSchema } from "./titled-list.ts";

/** One week: two live classes and the practice between them. Weeks are numbered by their place in the course. */
const weekSchema = z.strictObject({
  title: text({ min: 5, max: 70 }).describe(
    'What the week is about. 5 to 70 characters, unlike any other week\'s, e.g. "Files, folders and permissions".',
  ),
  topics: titledList(topicSchema, { min: 3, max: 6 }).describe(
    "What is taught, one short concrete line each. 3 to 6 lines.",
  ),
});

/** A heading over weeks that belong together. */
const headingSchema = z.strictObject({
  title: text({ min: 3, max: 60 }).describe(
    'Name of the stretch. 3 to 60 characters, e.g. "Linux and the command line".',
  ),
  weeks: titledList(weekSchema, { min: 1, max: 6 }).describe(
    "Its weeks, in the order in which they are taught. 1 to 6.",
  ),
});

const subCourseSchema = z.strictObject({
  title: text({ min: 3, max: 60 }).describe(
    'Name of the module on the track\'s page. 3 to 60 characters, e.g. "Linux for beginners".',
  ),
  description: text({ min: 40, max: 200 }).describe(
    "What the learner does in it. One sentence, 40 to 200 characters.",
  ),
});

/** `content/levels`. Weeks and topics are counted. */
export const levelSchema = z
  .strictObject({
    courseName: text({ min: 5, max: 60 }).describe(
      'Heading of the level\'s page. 5 to 60 characters, e.g. "Data Analytics Foundational".',
    ),
    track: z
      .string()
      .describe('The track it belongs to: name of a file in content/tracks, without ".yaml", e.g. "devops".'),
    course: z
      .string()
      .optional()
      .describe(
        'What one registers for and pays: name of a file in content/courses, without ".yaml", e.g. "ai-advanced".',
      ),
    ownCourse: ownCourseSchema
      .optional()
      .describe(
        'Instead of "course": the price itself, with the fields of a file in content/courses, so that a level is one file.',
      ),
    level: z
      .enum(["Foundational", "Advanced"])
      .describe('"Foundational" needs no knowledge of IT, "Advanced" builds on it.'),
    durationMonths: z
      .int({ error: "The duration must be a whole number of months, e.g. 3." })
      .min(3, "A level takes at least 3 months.")
      .max(4, "A level takes at most 4 months.")
      .describe("How long it takes, in whole months: 3 or 4. The number of weeks must fit it."),
    about: text({ min: 80, max: 700 }).describe(
      '"About this Course": 2 to 4 sentences, 80 to 700 characters.',
    ),
    successMetrics: listOf(line, { min: 4, max: 6 }).describe(
      "What a learner can show at the end, so that anybody can check it. 4 to 6 lines, attendance among them.",
    ),
    prerequisites: listOf(line, { min: 3, max: 6 }).describe(
      "What one must have before starting. 3 to 6 lines; the first three are the same on every level.",
    ),
    curriculum: titledList(headingSchema, { min: 4, max: 6 }).describe(
      "The course outline: 4 to 6 headings, 12 to 16 weeks in all.",
    ),
    subCourses: titledList(subCourseSchema, { min: 4, max: 7 }).describe(
      "Modules listed on the track's page. 4 to 7.",
    ),
  })
  .superRefine(needsOneCourse)
  .superRefine((level, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });

    const weeks = level.curriculum.flatMap((heading, headingIndex) =>
      heading.weeks.map(({ title }, weekIndex) => ({
        title,
        path: ["curriculum", headingIndex, "weeks", weekIndex, "title"],
      })),
    );
    const fewest = level.durationMonths * 4;
    const most = Math.min(16, Math.floor((level.durationMonths * 52) / 12));
    if (weeks.length < fewest || weeks.length > most) {
      const fitting = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
      refuse(
        ["curriculum"],
        `${level.durationMonths} months hold ${fitting} weeks, but there are ${weeks.length}.`,
      );
    }

    const seen = new Set<string>();
    for (const { title, path } of weeks) {
      const id = idFromTitle(title);
      if (seen.has(id))
        refuse(path, `Two weeks of the course are called "${title}". Give each a title of its own.`);
      seen.add(id);
    }
  })
  .transform((level) => {
    let number = 0;
    const curriculum = level.curriculum.map((heading) => ({
      ...heading,
      weeks: heading.weeks.map((week) => {
        number += 1;
        return { ...week, number };
      }),
    }));
    return { ...level, curriculum };
  })
  .describe(
    "A level of a track. The file's name is the last part of its address: ai-advanced.yaml is " +
      '/course/ai-advanced. Its price comes from the course named in "course", or is its own.',
  );
