import { z } from "astro/zod";
import { LINE_COLOURS } from "~/domain/catalogue/line-colour.ts";
import { plainText, plainTextList } from "./plain-text.ts";

/** Addresses that are printed and shared, so they never change, not even the third's spelling. */
export const trackRoutes = [
  "/devops",
  "/cybersecurity",
  "/project-managment",
  "/data-analytics",
  "/ai-fundamentals",
] as const;

/**
 * A field of study with a Foundational and an Advanced level. Everything about the levels is in content/levels; until
 * there are any, the track's page says that they are being prepared.
 */
export const trackSchema = z.strictObject({
  /** Heading of the track's page and its name in menus and on cards. 3 to 30 characters, e.g. `Cloud DevOps`. */
  name: plainText("The name", 3, 30),
  /** Only for the five old tracks, whose addresses are printed. A new track leaves it out: its file's name is its address. */
  route: z
    .enum(trackRoutes, {
      error: `The route must be one of ${trackRoutes.join(", ")} (project-managment is spelled so). A new track leaves it out: its file's name is its address.`,
    })
    .optional(),
  /** Colour of the track's line on the map, and with it its picture, e.g. `cyber`. Tracks may share one. */
  line: z.enum(LINE_COLOURS, { error: `The line must be one of ${LINE_COLOURS.join(", ")}.` }),
  /** Opening of the track's page: what one learns and what for. One or two sentences, 60 to 240 characters. */
  summary: plainText("The summary", 60, 240),
  /** What search engines show under the page's title. 70 to 160 characters, for they cut off the rest. */
  description: plainText("The description", 70, 160),
  /** Whom the track suits, one line a kind of person. 2 to 5 lines, e.g. `People with no IT background`. */
  forWhom: plainTextList("The list of people it is for", 2, 5),
  /** Roles that graduates can apply for. 3 to 6 lines, as job adverts call them, e.g. `Junior data analyst`. */
  jobs: plainTextList("The list of jobs", 3, 6),
});

export type Track = z.output<typeof trackSchema>;

/**
 * The address of a track's page.
 * @param id name of its file in content/tracks, without its ending
 */
export function routeOfTrack(id: string, { route }: Pick<Track, "route">): string {
  return route ?? `/${id}`;
}
