import { levelDescription } from "~/domain/catalogue/level-description.ts";
import { levelHref, signupHref, singleCourseHref } from "~/domain/catalogue/links.ts";
import { counted } from "~/domain/words/counted.ts";
import { academyData } from "~/structured-data/academy.ts";
import { type CourseFacts, courseData } from "~/structured-data/course.ts";
import type { Thing } from "~/structured-data/thing.ts";
import { type getCatalogue, getCataloguePage } from "./catalogue.ts";
import { getSite } from "./site.ts";
import type { getLevels } from "./tracks.ts";

type Level = Awaited<ReturnType<typeof getLevels>>[number];
type CatalogueCourse = Awaited<ReturnType<typeof getCatalogue>>[number];

/** All but what the courses have in common. */
type SharedFacts = Omit<CourseFacts, "learningMode" | "startDate">;

/** Where the site lives, as astro.config.mjs sets it: `Astro.site`. */
type Site = URL | undefined;

export async function homeData(site: Site): Promise<Thing[]> {
  return academyData(await getSite(), requireSite(site));
}

/** A level as its own page tells it. */
export function levelData(level: Level, site: Site): Promise<Thing[]> {
  const sections = level.curriculum.map(({ title, weeks }) => ({ title, weeks: weeks.length }));
  const { about: description, prerequisites } = level;
  return coursesData([{ ...levelFacts(level), description, prerequisites, sections }], site);
}

/** The levels of a track as the track's page tells them. */
export function trackData(levels: readonly Level[], site: Site): Promise<Thing[]> {
  return coursesData(levels.map(levelFacts), site);
}

function levelFacts(level: Level): SharedFacts {
  return {
    href: levelHref(level.id),
    name: level.courseName,
    description: levelDescription(level.courseName, level.durationMonths, level.curriculum),
    level: level.level,
    duration: counted(level.durationMonths, "month"),
    price: level.price,
    signupHref: signupHref(level.course),
  };
}

/** The courses that have no page but /Single-course; the others are told of on their own. */
export async function catalogueData(courses: readonly CatalogueCourse[], site: Site): Promise<Thing[]> {
  const { level } = await getCataloguePage();
  return coursesData(
    courses
      .filter(({ trackRoute }) => !trackRoute)
      .map((course) => ({
        href: singleCourseHref(course.id),
        name: course.title,
        description: course.description2,
        level,
        duration: course.time,
        price: course.price,
        signupHref: signupHref(course.course),
        prerequisites: course.prerequisites,
        sections: course.outline.map((title) => ({ title })),
      })),
    site,
  );
}

async function coursesData(courses: readonly SharedFacts[], site: Site): Promise<Thing[]> {
  const base = requireSite(site);
  const { name } = await getSite();
  const { learningMode, startDate } = await getCataloguePage();
  return courses.map((course) => courseData({ ...course, learningMode, startDate }, name, base));
}

function requireSite(site: Site): URL {
  if (!site) throw new Error("astro.config.mjs: the site has no address.");
  return site;
}
