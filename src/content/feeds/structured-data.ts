import { type CatalogueCourse, getCataloguePage } from "~/content/queries/catalogue.ts";
import { getSite } from "~/content/queries/site.ts";
import type { Level } from "~/content/queries/tracks.ts";
import { levelHref, signupHref, singleCourseHref } from "~/domain/catalogue/links.ts";
import { levelDescription } from "~/domain/catalogue/outline.ts";
import { announcedStart } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import {
  academyData,
  type CourseFacts,
  courseData,
  type Thing,
} from "~/domain/structured-data/structured-data.ts";
import { counted } from "~/domain/text.ts";

/** The facts that differ between courses. */
type CourseOnlyFacts = Omit<CourseFacts, "learningMode" | "startDate">;

/** `Astro.site`: the origin set in astro.config.mjs. */
type Site = URL | undefined;

export async function homeData(site: Site): Promise<Thing[]> {
  return academyData(await getSite(), requireSite(site));
}

/** Returns the structured data of a level's page. */
export function levelData(level: Level, site: Site): Promise<Thing[]> {
  const sections = level.curriculum.map(({ title, weeks }) => ({ title, weeks: weeks.length }));
  const { about: description, prerequisites } = level;
  return coursesData([{ ...levelFacts(level), description, prerequisites, sections }], site);
}

/** Returns the structured data of a track's page: its levels. */
export function trackData(levels: readonly Level[], site: Site): Promise<Thing[]> {
  return coursesData(levels.map(levelFacts), site);
}

function levelFacts(level: Level): CourseOnlyFacts {
  return {
    href: levelHref(level.id),
    name: level.courseName,
    description: levelDescription(level.courseName, level.durationMonths, level.curriculum),
    level: level.name,
    duration: counted(level.durationMonths, "month"),
    price: level.price,
    signupHref: signupHref(level.course),
  };
}

/** Returns the structured data of /Single-course: the courses that have no page of their own. */
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

async function coursesData(courses: readonly CourseOnlyFacts[], site: Site): Promise<Thing[]> {
  const base = requireSite(site);
  const { name } = await getSite();
  const { learningMode, cohort } = await getCataloguePage();
  const startDate = announcedStart(cohort, lagosDay(new Date()));
  return courses.map((course) => courseData({ ...course, learningMode, startDate }, name, base));
}

function requireSite(site: Site): URL {
  if (!site) throw new Error("astro.config.mjs: the site has no address.");
  return site;
}
