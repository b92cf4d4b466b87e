import { z } from "astro/zod";
import { needsOneCourse, ownCourseSchema } from "./course.ts";
import { plainText, plainTextList } from "./plain-text.ts";
import { idFromTitle, titledList, topicSchema } from "./titled-list.ts";

const fileName = (what: string, folder: string) =>
  plainText(what, 1, 60).regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    `${what} must be the name of a file in ${folder}, without .yaml, e.g. data-analytics.`,
  );

/** One week: two live classes and the practice between them. Weeks are numbered by their place in the course. */
const weekSchema = z.strictObject({
  /** What the week is about. 5 to 70 characters, unlike any other week's, e.g. `Files, folders and permissions`. */
  title: plainText("The week's title", 5, 70),
  /** What is taught, one short concrete line each. 3 to 6 lines. */
  topics: titledList(topicSchema, "topics of the week", { min: 3, max: 6 }),
});

/** A stretch of weeks that belong together. */
const headingSchema = z.strictObject({
  /** Name of the stretch. 3 to 60 characters, e.g. `Linux and the command line`. */
  title: plainText("The heading's title", 3, 60),
  /** Its weeks, in the order in which they are taught. 1 to 6. */
  weeks: titledList(weekSchema, "weeks of the heading", { min: 1, max: 6 }),
});

const subCourseSchema = z.strictObject({
  /** Name of the module on the track's page. 3 to 60 characters, e.g. `Linux for beginners`. */
  title: plainText("The module's title", 3, 60),
  /** What the learner does in it. One sentence, 40 to 200 characters. */
  description: plainText("The module's description", 40, 200),
});

/**
 * A level of a track. The file's name is the last part of its address: `ai-advanced.yaml` is /course/ai-advanced.
 * Its price comes from the course named in `course`, or is its own; weeks and topics are counted.
 */
export const levelSchema = z
  .strictObject({
    /** Heading of the level's page. 5 to 60 characters, e.g. `Data Analytics Foundational`. */
    courseName: plainText("The course name", 5, 60),
    /** The track it belongs to: name of a file in content/tracks, without `.yaml`, e.g. `devops`. */
    track: fileName("The track", "content/tracks"),
    /** What one registers for and pays: name of a file in content/courses, without `.yaml`, e.g. `ai-advanced`. */
    course: fileName("The course", "content/courses").optional(),
    /** Instead of `course`: the price itself, with the fields of a file in content/courses, so that a level is one file. */
    ownCourse: ownCourseSchema.optional(),
    /** `Foundational` needs no knowledge of IT, `Advanced` builds on it. */
    level: z.enum(["Foundational", "Advanced"], { error: "The level must be Foundational or Advanced." }),
    /** How long it takes, in whole months: 3 or 4. The number of weeks must fit it. */
    durationMonths: z
      .int({ error: "The duration must be a whole number of months, e.g. 3." })
      .min(3, "A level takes at least 3 months.")
      .max(4, "A level takes at most 4 months."),
    /** "About this Course": 2 to 4 sentences, 150 to 700 characters. */
    about: plainText("The text about the course", 150, 700),
    /** What a learner can show at the end, so that anybody can check it. 4 to 6 lines, attendance among them. */
    successMetrics: plainTextList("The list of success metrics", 4, 6),
    /** What one must have before starting. 3 to 6 lines; the first three are the same on every level. */
    prerequisites: plainTextList("The list of prerequisites", 3, 6),
    /** The course outline: 4 to 6 headings, 12 to 16 weeks in all. */
    curriculum: titledList(headingSchema, "headings", { min: 4, max: 6 }),
    /** Modules listed on the track's page. 4 to 7. */
    subCourses: titledList(subCourseSchema, "modules", { min: 4, max: 7 }),
  })
  .superRefine(needsOneCourse)
  .superRefine((level, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });

    const weekCount = level.curriculum.reduce((sum, heading) => sum + heading.weeks.length, 0);
    const fewest = level.durationMonths * 4;
    const most = Math.min(16, Math.floor((level.durationMonths * 52) / 12));
    if (weekCount < fewest || weekCount > most) {
      const fitting = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
      refuse(
        ["curriculum"],
        `${level.durationMonths} months hold ${fitting} weeks, but there are ${weekCount}.`,
      );
    }

    const seen = new Set<string>();
    level.curriculum.forEach((heading, headingIndex) => {
      heading.weeks.forEach(({ title }, weekIndex) => {
        const id = idFromTitle(title);
        if (seen.has(id)) {
          const path = ["curriculum", headingIndex, "weeks", weekIndex, "title"];
          refuse(path, `Two weeks of the course are called "${title}". Give each a title of its own.`);
        }
        seen.add(id);
      });
    });
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
  });

/** A level as pages get it: headings, weeks, topics and modules have ids, and weeks have their number in the course. */
export type Level = z.output<typeof levelSchema>;
