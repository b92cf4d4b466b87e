import { z } from "astro/zod";
import { listOf, order, text } from "./fields.ts";

/** Returns an id for links: `files-and-folders` for `Files & folders`. Empty without letter or digit. */
export function idFromTitle(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Returns the schema of a list whose entries have a title, from which each gets its id. Two entries of a
 * list may not share one.
 * @param entry schema of one entry; its output has a `title`
 * @param limits number of entries, both included
 */
export function titledList<Entry extends z.ZodType<{ title: string }>>(
  entry: Entry,
  limits: { min: number; max: number },
) {
  return listOf(entry, limits)
    .superRefine((entries, context) => {
      const seen = new Set<string>();
      entries.forEach(({ title }, index) => {
        const id = idFromTitle(title);
        if (id === "") {
          context.addIssue({ code: "custom", path: [index], message: `"${title}" has no letter or digit.` });
        } else if (seen.has(id)) {
          const message = `Two in this list are called "${title}". Give each a title of its own.`;
          context.addIssue({ code: "custom", path: [index], message });
        }
        seen.add(id);
      });
    })
    .transform((entries) => entries.map((entry) => ({ id: idFromTitle(entry.title), ...entry })));
}

/** One thing that is taught, typed as a plain line, e.g. `Log in to a server with SSH`. */
export const topicSchema = text({ min: 2, max: 90 }).transform((title) => ({ title }));

/** Drawings that a module can carry. */
const moduleIcons = ["terminal", "code", "pipeline", "cloud", "container", "blueprint"] as const;

/** `content/schedule`. */
export const courseModuleSchema = z
  .strictObject({
    order: order.describe("Place in the schedule, a whole number from 1. No two modules share one."),
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
