/** Links of catalogue courses. A choice is in the query, so that it survives a reload and can be shared. */

export interface CatalogueTarget {
  /** The catalogue id, e.g. "solutions_architect" or, with its space, "project managment". */
  readonly id: string;
  /** The track's own page, for a course that has one. */
  readonly trackRoute?: string | undefined;
}

/** Returns the page that a card on /Courses leads to: the track's page, or the single course page. */
export function cardHref({ id, trackRoute }: CatalogueTarget): string {
  return trackRoute ?? singleCourseHref(id);
}

export function singleCourseHref(catalogueId: string): string {
  return `/Single-course?course=${encodeURIComponent(catalogueId)}`;
}

/** Returns the HTML id of a course, which has no spaces: "course-project-managment". */
export function coursePanelId(catalogueId: string): string {
  return `course-${catalogueId.replace(/[^a-z0-9]+/g, "-")}`;
}

/** Returns the registration's address with a course chosen. @param planId a plan of several payments */
export function signupHref(courseId: string, planId?: string): string {
  return `/Signup?${new URLSearchParams({ course: courseId, ...(planId && { plan: planId }) })}`;
}

/** Returns the planner's address with a price card chosen. */
export function planHref(courseId: string, planId: string): string {
  return `/Plan?${new URLSearchParams({ course: courseId, plan: planId })}`;
}

export function levelHref(levelId: string): string {
  return `/course/${levelId}`;
}

/** One page of a breadcrumb trail. */
export interface Crumb {
  readonly href: string;
  readonly text: string;
}

/** The breadcrumbs of a track's page and of a course's page. */
export const COURSE_TRAIL: readonly Crumb[] = [{ href: "/Courses", text: "Courses" }];

/** Returns the breadcrumbs of a level's page. */
export function levelTrail(track: { readonly name: string; readonly route: string }): Crumb[] {
  return [...COURSE_TRAIL, { href: track.route, text: track.name }];
}

/**
 * Returns the name of a page's social card: "home" for "/", "course-ai-advanced" for "/course/ai-advanced".
 * @param path the page's path, with a plain or an encoded "&"
 */
export function cardName(path: string): string {
  const words = decodeURIComponent(path)
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-") ?? "home";
}
