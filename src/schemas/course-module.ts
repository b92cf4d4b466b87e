import { z } from "astro/zod";
import { plainText } from "./plain-text.ts";
import { titledList, topicSchema } from "./titled-list.ts";

/** Drawings that a module can carry. */
const moduleIcons = ["terminal", "code", "pipeline", "cloud", "container", "blueprint"] as const;

/** A stop of the DevOps course schedule on the home page. */
export const courseModuleSchema = z.strictObject({
  /** Place in the schedule, a whole number from 1. No two modules share one. */
  order: z.int({ error: "The order must be a whole number, e.g. 2." }).positive("The order starts at 1."),
  /** Name of the module. 3 to 50 characters, e.g. `Maven and Jenkins`. */
  name: plainText("The name", 3, 50),
  /** Its drawing, e.g. `pipeline`. */
  icon: z.enum(moduleIcons, { error: `The icon must be one of ${moduleIcons.join(", ")}.` }),
  /** What is taught, one short line each. 4 to 6 lines. */
  subTopics: titledList(topicSchema, "sub-topics", { min: 4, max: 6 }),
  /** Something the learner has built by the end and can show. One sentence, 40 to 200 characters. */
  build: plainText("The sentence on what one builds", 40, 200),
});
