import { collections } from "~/content/schemas/collections.ts";
import { routeOfTrack } from "~/content/schemas/track.ts";
import { type Day, isDay } from "~/domain/dates/day.ts";
import type { Finding } from "./finding.ts";
import { type Content, type Entry, fieldName, findingAt, textsOf, validEntries } from "./read-entries.ts";

/**
 * Days in the fields that are over, and a next cohort that is over or not announced as certain. Earlier cohorts rightly stay:
 * enrolments have their ids.
 */
export function staleDates(content: Content, today: Day): Finding[] {
  const past = content.entries
    .filter(({ collection }) => collection !== collections.cohorts)
    .flatMap((entry) =>
      textsOf(entry.data).flatMap(({ path, text }): Finding[] => {
        if (!isDay(text) || text >= today) return [];
        return [findingAt(entry, path, "Dates", `${fieldName(path)}: "${text}" is in the past.`)];
      }),
    );
  return [...past, ...nextCohortOf(content).flatMap((next) => slipOfNext(next, today))];
}

interface NextCohort {
  /** The page that names it. */
  readonly page: Entry;
  readonly file: string;
  readonly firstClass: Day | undefined;
  readonly isConfirmed: boolean;
}

/** The cohort that pages show; none where its file is missing or wrong, which is an error of its own. */
function nextCohortOf(content: Content): NextCohort[] {
  return validEntries(content, collections.cataloguePage).flatMap(({ entry: page, data: { nextCohort } }) =>
    validEntries(content, collections.cohorts)
      .filter(({ entry }) => entry.id === nextCohort)
      .map(({ entry, data: { firstClass, confirmed } }) => ({
        page,
        file: entry.file,
        firstClass,
        isConfirmed: confirmed,
      })),
  );
}

function slipOfNext({ page, file, firstClass, isConfirmed }: NextCohort, today: Day): Finding[] {
  const at = (message: string) => [findingAt(page, ["nextCohort"], "Dates", `nextCohort: ${message}`)];
  if (!firstClass) return [];
  if (firstClass < today) return at(`the first class in ${file} is in the past.`);
  return isConfirmed
    ? []
    : at(`${firstClass} reads "To Be Decided" until ${file} has a line confirmed: true.`);
}

type Track = ReturnType<typeof tracksOf>[number];

/** What cards and texts say of how long it takes, where the levels say something else. */
export function durationsThatDisagree(content: Content): Finding[] {
  const tracks = tracksOf(content);
  return [...catalogueTimes(content, tracks), ...weekRanges(content, tracks)];
}

function tracksOf(content: Content) {
  const levels = validEntries(content, collections.levels).map(({ data }) => data);
  return validEntries(content, collections.tracks).map(({ entry, data }) => {
    const levelDates = levels
      .filter(({ track }) => track === entry.id)
      .sort((a, b) => Number(b.level === "Foundational") - Number(a.level === "Foundational"));
    return {
      id: entry.id,
      name: data.name,
      route: routeOfTrack(entry.id, data),
      /** Months and weeks of each level, Foundational first. */
      months: levelDates.map(({ durationMonths }) => durationMonths),
      weeks: levelDates.map(({ curriculum }) => sum(curriculum.map(({ weeks }) => weeks.length))),
    };
  });
}

/** "3 / 4 Months" is Foundational / Advanced; "6 Months" is both together. Weeks are of courses without levels. */
function catalogueTimes(content: Content, tracks: readonly Track[]): Finding[] {
  const courses = validEntries(content, collections.courses);
  return validEntries(content, collections.catalogue).flatMap(({ entry, data }): Finding[] => {
    const course = courses.find((one) => one.entry.id === data.course);
    const track = tracks.find(({ id, route }) =>
      course ? id === course.data.track : route === data.trackRoute,
    );
    if (!data.trackRoute || !track || !data.time.endsWith("Months")) return [];
    const stated = [...data.time.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    const meant = stated.length === 1 ? [sum(track.months)] : track.months;
    if (stated.join() === meant.join()) return [];
    const message = `time: the card says ${data.time}, the levels of ${track.name} take ${track.months.join(" and ")} months.`;
    return [findingAt(entry, ["time"], "Durations that disagree", message)];
  });
}

/** "16 to 24 weeks" should hold for every level, or for every track as a whole. */
function weekRanges(content: Content, tracks: readonly Track[]): Finding[] {
  const everyLevel = tracks.flatMap(({ weeks }) => weeks);
  const fits = (weeks: readonly number[], from: number, to: number) =>
    weeks.every((count) => count >= from && count <= to);
  return content.entries.flatMap((entry) => {
    const inFields = textsOf(entry.data).map(({ path, text }) => ({
      text,
      line: entry.lineOf(path),
      start: `${fieldName(path)}: `,
    }));
    const inProse = entry.lines.map((text, index) => ({ text, line: entry.firstLine + index, start: "" }));
    return [...inFields, ...inProse].flatMap(({ text, line, start }) =>
      [...text.matchAll(/(\d+)(?: to |–|-)(\d+) weeks/g)].flatMap(([words, from, to]): Finding[] => {
        const outside = tracks.filter(({ weeks }) => !fits([sum(weeks)], Number(from), Number(to)));
        if (fits(everyLevel, Number(from), Number(to)) || outside.length === 0) return [];
        const list = outside.map(({ name, weeks }) => `${name} ${sum(weeks)}`).join(", ");
        const message = `${start}it says ${words}, but both levels of a track hold: ${list}.`;
        return [{ group: "Durations that disagree", file: entry.file, line, message }];
      }),
    );
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
