/** One page of a breadcrumb trail. */
export interface Crumb {
  readonly href: string;
  readonly text: string;
}

/** Breadcrumbs of a track's page and of a course's page. */
export const COURSE_TRAIL: readonly Crumb[] = [{ href: "/Courses", text: "Courses" }];

/** Breadcrumbs of a level's page. */
export function levelTrail(track: { readonly name: string; readonly route: string }): Crumb[] {
  return [...COURSE_TRAIL, { href: track.route, text: track.name }];
}
