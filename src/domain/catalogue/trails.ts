/** A page on the way from the top of the site to another. */
export interface Crumb {
  readonly href: string;
  readonly text: string;
}

/** What stands above a track's page and above the page of a single course. */
export const COURSE_TRAIL: readonly Crumb[] = [{ href: "/Courses", text: "Courses" }];

/** What stands above the page of one of the track's levels. */
export function levelTrail(track: { readonly name: string; readonly route: string }): Crumb[] {
  return [...COURSE_TRAIL, { href: track.route, text: track.name }];
}
