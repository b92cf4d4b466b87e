import { getCollection, render } from "astro:content";
import { nameInForm } from "~/domain/dates/cohort-options.ts";
import { type Cohort, dayBefore } from "~/domain/dates/cohort-state.ts";
import { findCourse } from "~/domain/enrolment/course.ts";
import { getCourses, registrationCourses, statedPrices } from "./courses.ts";
import { getFormOptions } from "./form-options.ts";
import { requireReference } from "./require-reference.ts";
import { requireSingle } from "./require-single.ts";

/** The text of /Courses, and the facts that all its courses share. */
export async function getCataloguePage() {
  const page = await requireSingle("cataloguePage");
  const { cohorts, seats = {} } = await getFormOptions();
  const name = nameInForm(cohorts, { starts: page.nextCohortDate });
  const cohort: Cohort = {
    starts: page.nextCohortDate,
    closes: page.registrationCloses ?? dayBefore(page.nextCohortDate),
    isConfirmed: page.nextCohortConfirmed,
    counted: seats[name] === undefined ? undefined : name,
  };
  return { ...page, cohort };
}

/** What all courses share, as pages get it. */
export type CataloguePage = Awaited<ReturnType<typeof getCataloguePage>>;

/**
 * The courses of the catalogue in the editor's order, each with its price and the component that renders "About this
 * course".
 * @throws Error when a course names a registration course that does not exist.
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
        stated: statedPrices(course, courses),
        About,
      };
    }),
  );
}

/** A course of the catalogue as pages get it. */
export type CatalogueCourse = Awaited<ReturnType<typeof getCatalogue>>[number];
