import { z } from "astro/zod";
import { LINE_COLOURS } from "~/domain/catalogue/pictures.ts";
import { line, listOf, text } from "./fields.ts";

/** The tracks' addresses. They are printed and shared, so the misspelt one stays. */
export const trackRoutes = [
  "/devops",
  "/cybersecurity",
  "/project-managment",
  "/data-analytics",
  "/ai-fundamentals",
] as const;

/** `content/tracks`. */
export const trackSchema = z
  .strictObject({
    name: text({ min: 3, max: 30 }).describe(
      'Heading of the track\'s page and its name in menus and on cards. 3 to 30 characters, e.g. "Cloud DevOps".',
    ),
    route: z
      .enum(trackRoutes, {
        error:
          `The route must be one of ${trackRoutes.join(", ")} (project-managment is spelled so). A ` +
          "new track leaves it out: its file's name is its address.",
      })
      .optional()
      .describe(
        "Only for the five old tracks, whose addresses are printed. A new track leaves it out: its file's name is its address.",
      ),
    line: z
      .enum(LINE_COLOURS)
      .describe(
        'Colour of the track\'s line on the map, e.g. "cyber". It also decides the picture. Tracks may share one.',
      ),
    summary: text({ min: 60, max: 240 }).describe(
      "Opening of the track's page: what one learns and what for. One or two sentences, 60 to 240 characters.",
    ),
    description: text({ min: 70, max: 160 }).describe(
      "What search engines show under the page's title. 70 to 160 characters, for they cut off the rest.",
    ),
    forWhom: listOf(line, { min: 2, max: 5 }).describe(
      'Whom the track suits, one line for each kind of person. 2 to 5 lines, e.g. "People with no IT background".',
    ),
    jobs: listOf(line, { min: 3, max: 6 }).describe(
      'Roles that graduates can apply for. 3 to 6 lines, as job adverts call them, e.g. "Junior data analyst".',
    ),
  })
  .describe(
    "A field of study with a Foundational and an Advanced level. Everything about the levels " +
      "is in content/levels; until there are any, the track's page says that they are being " +
      "prepared.",
  );

export type Track = z.output<typeof trackSchema>;

/**
 * Returns the address of a track's page.
 * @param id the name of the track's file in content/tracks, without its ending
 */
export function routeOfTrack(id: string, { route }: Pick<Track, "route">): string {
  return route ?? `/${id}`;
}
