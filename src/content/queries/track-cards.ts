import { cardHref } from "~/domain/catalogue/links.ts";
import { trackTime } from "~/domain/catalogue/outline.ts";
import { getCatalogue } from "./catalogue.ts";
import { getTracks } from "./tracks.ts";

/** A card for each track that no catalogue card links to. */
export async function getTrackCards() {
  const [catalogue, tracks] = await Promise.all([getCatalogue(), getTracks()]);
  const linked = new Set(catalogue.map(cardHref));
  return tracks
    .filter(({ route }) => !linked.has(route))
    .map(({ id, name, description, levels, line, route }) => ({
      id,
      title: name,
      description,
      time: trackTime(levels.map(({ durationMonths }) => durationMonths)),
      line,
      href: route,
    }));
}
