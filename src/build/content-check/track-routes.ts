import { readFileSync } from "node:fs";
import { collections } from "~/content/schemas/collections.ts";
import { routeOfTrack, trackRoutes } from "~/content/schemas/track.ts";
import type { Place } from "./check-content.ts";
import type { Finding } from "./finding.ts";
import { type Content, entriesOf, textsOf, validEntries } from "./read-entries.ts";
import { siteRoutes } from "./routes.ts";

/** Addresses of the tracks' pages as they are typed; with a track that cannot be read, the old ones count as being there. */
export function trackRoutesOf(content: Content): string[] {
  const routes = entriesOf(content, collections.tracks).map(
    ({ id, data }) => textsOf(data).find(({ path }) => path.join() === "route")?.text ?? `/${id}`,
  );
  return [...new Set([...routes, ...(content.unreadable.has(collections.tracks) ? trackRoutes : [])])];
}

/**
 * New tracks whose file has the name of a page that exists, or a name that no address can have.
 */
export function takenTrackRoutes(content: Content, { content: folder, root }: Place): Finding[] {
  const pages = siteRoutes(`${root}src/pages/`, { tracks: [], levels: [] });
  const otherNames = readFileSync(`${folder}_redirects`, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("/"))
    .map((line) => line.split(" ")[0] ?? "");
  const taken = new Set([...pages, ...otherNames].map((address) => address.toLowerCase()));
  return validEntries(content, collections.tracks)
    .filter(({ data }) => data.route === undefined)
    .flatMap(({ entry, data }): Finding[] => {
      const route = routeOfTrack(entry.id, data);
      const slip = /^\/[a-z0-9]+(-[a-z0-9]+)*$/.test(route)
        ? taken.has(route) &&
          `The track's address would be ${route}, which another page has. Rename the file.`
        : `The file's name is the track's address: write it in small letters, digits and hyphens, e.g. data-science.yaml.`;
      return slip ? [{ group: "Names that lead nowhere", file: entry.file, line: 1, message: slip }] : [];
    });
}
