import { counted } from "~/domain/text.ts";

/** A topic, a week or a heading, with an id made from its title. */
export interface OutlineTopic {
  readonly id: string;
  readonly title: string;
}

export interface OutlineWeek extends OutlineTopic {
  /** Place in the whole course, counted from 1. */
  readonly number: number;
  readonly topics: readonly OutlineTopic[];
}

/** A heading over one or more weeks. The course's line shows it as a stop. */
export interface OutlineHeading extends OutlineTopic {
  readonly weeks: readonly OutlineWeek[];
}

/** Returns "5 stops · 13 weeks". */
export function outlineSummary(headings: readonly OutlineHeading[]): string {
  return `${counted(headings.length, "stop")} · ${counted(weeksOf(headings), "week")}`;
}

interface TrackOutline {
  readonly name: string;
  readonly levels: readonly { readonly curriculum: readonly OutlineHeading[] }[];
}

/** Returns how long tracks take, the most common number first: "26 weeks, or 29 in Cybersecurity". */
export function describeTrackWeeks(tracks: readonly TrackOutline[]): string {
  // A track without a second level is not complete yet, so its length would mislead.
  const tracksByWeeks = Map.groupBy(
    tracks.filter(({ levels }) => levels.length > 1),
    ({ levels }) => levels.reduce((sum, { curriculum }) => sum + weeksOf(curriculum), 0),
  );
  const [usual, ...unusual] = [...tracksByWeeks].sort(([, a], [, b]) => b.length - a.length);
  if (!usual) return "as many weeks as their pages say";
  const exceptions = unusual.map(
    ([weeks, exceptionalTracks]) => `${weeks} in ${exceptionalTracks.map(({ name }) => name).join(" and ")}`,
  );
  return [counted(usual[0], "week"), ...exceptions].join(", or ");
}

function weeksOf(headings: readonly OutlineHeading[]): number {
  return headings.reduce((sum, { weeks }) => sum + weeks.length, 0);
}

/** Returns "Weeks 1–3", or "Week 4" for a stop of one week; empty for none. */
export function weekRange(weeks: readonly OutlineWeek[]): string {
  const first = weeks[0]?.number;
  const last = weeks.at(-1)?.number;
  if (first === undefined || last === undefined) return "";
  return first === last ? `Week ${first}` : `Weeks ${first}–${last}`;
}

/** Returns "3 / 4 Months" for a track's levels, Foundational first; a text while it has none. */
export function trackTime(months: readonly number[]): string {
  return months.length === 0 ? "Levels to be announced" : `${months.join(" / ")} Months`;
}

/** The length at which search engines cut a description. */
const MAX_LENGTH = 160;

/** Returns a level's meta description: its duration, and as many headings as fit. */
export function levelDescription(
  courseName: string,
  durationMonths: number,
  headings: readonly OutlineHeading[],
): string {
  const start = `${courseName}: live online classes for ${counted(durationMonths, "month")}. `;
  const titles = headings.map(({ title }) => title);
  while (titles.length > 1 && start.length + titles.join(", ").length + 1 > MAX_LENGTH) titles.pop();
  return `${start}${titles.join(", ")}.`;
}
