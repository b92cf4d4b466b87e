import { getCollection, getEntry } from "astro:content";
import { getCourses } from "./courses.ts";
import { requireEntry } from "./require-entry.ts";
import { requireReference } from "./require-reference.ts";

const LEVEL_ORDER = ["Foundational", "Advanced"];

/**
 * All levels, Foundational first, each with its track and its price.
 * @throws Error when a level names a track or a registration course that does not exist.
 */
export async function getLevels() {
  const [levels, tracks, courses] = await Promise.all([
    getCollection("levels"),
    getCollection("tracks"),
    getCourses(),
  ]);
  return levels
    .map(({ id, data }) => {
      const file = `content/levels/${id}.yaml`;
      const track = requireReference(tracks, data.track, { file, field: "track", folder: "content/tracks" });
      const course = requireReference(courses, data.course, {
        file,
        field: "course",
        folder: "content/courses",
      });
      return { ...data, id, track: { id: track.id, ...track.data }, price: course.data.coursePagePrice };
    })
    .sort((a, b) => LEVEL_ORDER.indexOf(a.level) - LEVEL_ORDER.indexOf(b.level));
}

/**
 * A track with its levels.
 * @param id name of a file in content/tracks
 * @throws Error when there is no such file, or a level names what does not exist.
 */
export async function getTrack(id: string) {
  const track = requireEntry(await getEntry("tracks", id), `content/tracks/${id}.yaml`);
  const levels = (await getLevels()).filter((level) => level.track.id === id);
  return { ...track.data, id, levels };
}
