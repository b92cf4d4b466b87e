import type { z } from "astro/zod";
import { listOf, text } from "./prose-fields.ts";

/** An id for links and page anchors: `Files & folders` becomes `files-and-folders`. Empty without a letter or digit. */
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
 * A list whose entries have a title. Editors type titles only: each entry gets its id from its title,
 * so two entries of a list may not share one.
 *
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
    .transform((entries) => entries.map((one) => ({ id: idFromTitle(one.title), ...one })));
}

/** One thing that is taught, typed as a plain line, e.g. `Log in to a server with SSH`. */
export const topicSchema = text({ min: 2, max: 90 }).transform((title) => ({ title }));
