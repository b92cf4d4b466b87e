import { getCollection, render } from "astro:content";
import { toCohort } from "~/content/schemas/cohort.ts";
import { type Cohort, findCohort, type NextCohort } from "~/domain/dates/cohort.ts";
import { findCourse, type PriceList } from "~/domain/enrolment/agreement.ts";
import { type ConsentTexts, consentTexts } from "~/domain/enrolment/consent.ts";
import type { DualPrice } from "~/domain/money/money.ts";
import { slotPrice } from "~/domain/pricing/registration-fee.ts";
import { allCourses, type Course, priceListOf, pricesByPlace, registrationCourses } from "./courses.ts";
import { requireReference, requireSingle } from "./require-entry.ts";
import { getFormOptions, getSite } from "./site.ts";

export async function getCourses(): Promise<Course[]> {
  const [courses, levels, catalogue] = await Promise.all([
    getCollection("courses"),
    getCollection("levels"),
    getCollection("catalogue"),
  ]);
  return allCourses({ courses, levels, catalogue });
}

/** Returns every cohort. Its id is the name of its file. */
export async function getCohorts(): Promise<Cohort[]> {
  return (await getCollection("cohorts")).map(({ id, data }) => toCohort(id, data));
}

export async function getPriceList(): Promise<PriceList> {
  const [site, courses, options, cohorts, consentTexts] = await Promise.all([
    getSite(),
    getCourses(),
    getFormOptions(),
    getCohorts(),
    getConsentTexts(),
  ]);
  return priceListOf({ site, courses, options, cohorts, consentTexts });
}

async function getConsentTexts(): Promise<ConsentTexts> {
  const [words, pages] = await Promise.all([requireSingle("signupPage"), getCollection("pages")]);
  const textOf = (name: string) => requireReference(pages, name).body ?? "";
  return consentTexts(words, { policy: textOf("policy"), terms: textOf("terms") });
}

/** Returns the smallest sum that holds a slot in the next cohort. */
export async function getSlotPrice(): Promise<DualPrice> {
  const { registrationCourses, fee } = await getPriceList();
  return slotPrice(registrationCourses, fee);
}

/** Returns the text of /Courses, and the facts that all its courses share. */
export async function getCataloguePage() {
  const page = await requireSingle("cataloguePage");
  const nextCohort = findCohort(await getCohorts(), page.nextCohort);
  if (!nextCohort?.firstClass || !nextCohort.closes) {
    throw new Error("The next cohort has no first class. npm run content:check says where.");
  }
  const { id, firstClass: starts, closes, isConfirmed, seats } = nextCohort;
  const cohort: NextCohort = { starts, closes, isConfirmed, counted: seats === null ? undefined : id };
  return { ...page, cohort };
}

export type CataloguePage = Awaited<ReturnType<typeof getCataloguePage>>;

/**
 * Returns the courses of the catalogue in the editor's order, each with its price and the component that
 * renders "About this course".
 * @throws Error if a course names a registration course that does not exist
 */
export async function getCatalogue() {
  const courses = await getCourses();
  const entries = (await getCollection("catalogue")).sort((a, b) => a.data.order - b.data.order);
  return Promise.all(
    entries.map(async (entry) => {
      const course = requireReference(courses, entry.data.course ?? entry.id);
      const { Content: About } = await render(entry);
      return {
        ...entry.data,
        id: entry.data.id ?? entry.id,
        course: course.id,
        registration: findCourse(registrationCourses(courses), course.id),
        price: course.data.coursePagePrice,
        pricesByPlace: pricesByPlace(course, courses),
        About,
      };
    }),
  );
}

export type CatalogueCourse = Awaited<ReturnType<typeof getCatalogue>>[number];
