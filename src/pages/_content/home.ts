import { getCollection, getEntry } from "astro:content";
import { initialsOf } from "~/domain/contact/initials.ts";
import { requireEntry } from "./require-entry.ts";
import { requireReference } from "./require-reference.ts";

/** The words of the Home page, block by block. */
export async function getHome() {
  return requireEntry(await getEntry("home", "pages/home"), "content/pages/home.yaml").data;
}

/**
 * What graduates say, in the order of the files' names, each with the colour of the track and the initials for a portrait.
 * @throws Error when one names a track that does not exist.
 */
export async function getTestimonials() {
  const [testimonials, tracks] = await Promise.all([getCollection("testimonials"), getCollection("tracks")]);
  return testimonials
    .sort((a, b) => a.id.localeCompare(b.id, "en"))
    .map(({ id, data }) => {
      const track = requireReference(tracks, data.track, {
        file: `content/testimonials/${id}.yaml`,
        field: "track",
        folder: "content/tracks",
      });
      return { ...data, line: track.data.line, initials: initialsOf(data.name) };
    });
}

/** The modules of the DevOps course, first to last. */
export async function getSchedule() {
  return (await getCollection("schedule")).map(({ data }) => data).sort((a, b) => a.order - b.order);
}

/** What comes with a place, in the editor's order. */
export async function getPerks() {
  return (await getCollection("perks")).map(({ data }) => data).sort((a, b) => a.order - b.order);
}
