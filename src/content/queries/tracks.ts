import { getCollection } from "astro:content";
import { routeOfTrack } from "~/content/schemas/track.ts";
import { cardHref } from "~/domain/catalogue/links.ts";
import { trackTime } from "~/domain/catalogue/outline.ts";
import { findCourse } from "~/domain/enrolment/agreement.ts";
import { getCatalogue, getCourses } from "./catalogue.ts";
import { pricesByPlace, registrationCourses } from "./courses.ts";
import { requireReference } from "./require-entry.ts";

const LEVEL_ORDER = ["Foundational", "Advanced"];

/**
 * Returns all levels, Foundational first, each with its track and its price.
 * @throws Error if a level names a track or a course that does not exist
 */
export async function getLevels() {
  const [levels, entries, courses] = await Promise.all([
    getCollection("levels"),
    getCollection("tracks"),
    getCourses(),
  ]);
  const tracks = entries.map(({ id, data }) => ({ ...data, id, route: routeOfTrack(id, data) }));
  return levels
    .map(({ id, data }) => {
      const { level: name, ...facts } = data;
      const track = requireReference(tracks, data.track);
      const course = requireReference(courses, data.course ?? id);
      return {
        ...facts,
        id,
        name,
        track,
        course: course.id,
        registration: findCourse(registrationCourses(courses), course.id),
        price: course.data.coursePagePrice,
        pricesByPlace: pricesByPlace(course, courses),
      };
    })
    .sort((a, b) => LEVEL_ORDER.indexOf(a.name) - LEVEL_ORDER.indexOf(b.name));
}

export type Level = Awaited<ReturnType<typeof getLevels>>[number];

/**
 * Returns all tracks in the order of their files' names, each with its route, its levels, and the course
 * that holds them all.
 * @throws Error as {@link getLevels}
 */
export async function getTracks() {
  const [tracks, levels, catalogue] = await Promise.all([
    getCollection("tracks"),
    getLevels(),
    getCatalogue(),
  ]);
  return tracks
    .map(({ id, data }) => {
      const route = routeOfTrack(id, data);
      const ownLevels = levels.filter((level) => level.track.id === id);
      const isLevel = (course: string) => ownLevels.some((level) => level.course === course);
      return {
        ...data,
        id,
        route,
        levels: ownLevels,
        full: catalogue.find(({ trackRoute, course }) => trackRoute === route && !isLevel(course)) ?? null,
      };
    })
    .sort((a, b) => a.id.localeCompare(b.id, "en"));
}

export type Track = Awaited<ReturnType<typeof getTracks>>[number];

/** Returns a card for each track that no catalogue card links to. `line` is the name of the track's colour. */
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
