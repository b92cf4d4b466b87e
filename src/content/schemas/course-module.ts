import { z } from "astro/zod";
import { text } from "./prose-fields.ts";
import { titledList, topicSchema } from "./titled-list.ts";

/** Drawings that a module can carry. */
const moduleIcons = ["terminal", "code", "pipeline", "cloud", "container", "blueprint"] as const;

/** `content/schedule`. */
export const courseModuleSchema = z
  .strictObject({
    order: z
      .int()
      .positive()
      .describe("Place in the schedule, a whole number from 1. No two modules share one."),
    name: text({ min: 3, max: 50 }).describe(
      'Name of the module. 3 to 50 characters, e.g. "Maven and Jenkins".',
    ),
    icon: z.enum(moduleIcons).describe('Its drawing, e.g. "pipeline".'),
    subTopics: titledList(topicSchema, { min: 4, max: 6 }).describe(
      "What is taught, one short line each. 4 to 6 lines.",
    ),
    build: text({ min: 40, max: 200 }).describe(
      "Something the learner has built by the end and can show. One sentence, 40 to 200 characters.",
    ),
  })
  .describe("A stop of the DevOps course schedule on the home page.");
