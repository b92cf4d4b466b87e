import { getCollection, getEntry, render } from "astro:content";
import { cohortDateLabel, confirmedCohort } from "~/domain/dates/cohort-date.ts";
import { dayBefore } from "~/domain/dates/cohort-state.ts";
import { dayOf } from "~/domain/dates/day.ts";
import { getCourses } from "./courses.ts";
import { requireEntry } from "./require-entry.ts";
import { requireReference } from "./require-reference.ts";

/** The words of /Courses, and the facts that all its courses share. */
export async function getCataloguePage() {
  const page = requireEntry(
    await getEntry("cataloguePage", "pages/catalogue"),
    "content/pages/catalogue.yaml",
  ).data;
  const { nextCohortDate, nextCohortConfirmed } = page;
  const today = dayOf(new Date());
  return {
    ...page,
    nextCohort: cohortDateLabel(nextCohortDate, today, nextCohortConfirmed),
    startDate: confirmedCohort(nextCohortDate, today, nextCohortConfirmed),
    cohort: {
      starts: nextCohortDate,
      closes: page.registrationCloses ?? dayBefore(nextCohortDate),
      isConfirmed: nextCohortConfirmed,
    },
  };
}

/**
 * The courses of the catalogue in the editor's order, each with its price and the component that prints "About this
 * course".
 * @throws Error when a course names a registration course that does not exist.
 */
export async function getCatalogue() {
  const courses = await getCourses();
  const entries = (await getCollection("catalogue")).sort((a, b) => a.data.order - b.data.order);
  return Promise.all(
    entries.map(async (entry) => {
      const course = requireReference(courses, entry.data.course ?? entry.id, {
        file: `content/catalogue/${entry.id}.mdx`,
        field: "course",
        folder: "content/courses",
      });
      const { Content: About } = await render(entry);
      return {
        ...entry.data,
        id: entry.data.id ?? entry.id,
        course: course.id,
        price: course.data.coursePagePrice,
        About,
      };
    }),
  );
}
