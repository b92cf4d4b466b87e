import countries from "world-countries";
import { parseMailTemplate } from "~/content/mails/parse-mail-template.ts";
import { type Collection, collections } from "~/content/schemas/collections.ts";
import { routeOfTrack } from "~/content/schemas/track.ts";
import { DATE_TO_BE_ANNOUNCED } from "~/domain/dates/cohort.ts";
import { MAIL_NAMES } from "~/domain/mail/learner-mails.ts";
import { courseIdsOf, coursesOf } from "./courses.ts";
import type { Finding } from "./finding.ts";
import { trackRoutesOf } from "./links.ts";
import {
  type Content,
  type Entry,
  entriesOf,
  type FieldPath,
  fieldName,
  findingAt,
  textsOf,
  validEntries,
} from "./read-entries.ts";

/**
 * References to entries that do not exist. They are read as typed, so that an entry with another error still counts as
 * existing.
 */
export function brokenReferences(content: Content): Finding[] {
  const { tracks } = collections;
  const courseIds = courseIdsOf(content);
  const countryNames = countries.map(({ name }) => name.common);

  const check = (field: string, names: readonly string[], why: (value: string) => string): Finding[] =>
    referencesIn(content.entries, field)
      .filter(({ value }) => !names.includes(value))
      .map(({ entry, path, value }) => {
        const message = `${fieldName(path)} is "${value}", but ${why(value)}`;
        return brokenAt(entry, path, message);
      });
  const cohortIds = idsOf(content, collections.cohorts);
  const noDate = (value: string) =>
    cohortIds.includes(value) ? "its file has no firstClass." : "content/cohorts has no such file.";
  const notRegistrable = (value: string) =>
    courseIds.includes(value)
      ? "nobody can register for it: its file has no registration."
      : "content/courses has no such file.";

  return [
    ...check("track", idsOf(content, tracks), () => "content/tracks has no such file."),
    ...check("nextCohort", cohortsWithDay(content), noDate),
    ...check(
      "plansOf",
      courseIdsOf(content, "plans"),
      () => "content/courses has no such file with plans of its own.",
    ),
    ...check("course", courseIdsOf(content, "registration"), notRegistrable),
    ...(content.unreadable.has(tracks)
      ? []
      : check("trackRoute", trackRoutesOf(content), () => "no file of content/tracks has that route.")),
    ...check("countriesWithoutRegions", countryNames, () => "no country is called so."),
    ...check("country", countryNames, () => "no country is called so."),
    ...coursesWithoutCards(content),
    ...cohortsWithTakenId(content),
    ...levelsOfAnotherTrack(content),
    ...answersWithoutTrack(content),
  ];
}

function brokenAt(entry: Entry, path: FieldPath, message: string): Finding {
  return findingAt(entry, path, "Names that lead nowhere", message);
}

/** Names of a collection's entries, whether or not they can be read. */
function idsOf(content: Content, collection: Collection<unknown>): string[] {
  return [
    ...entriesOf(content, collection).map(({ id }) => id),
    ...(content.unreadable.get(collection) ?? []),
  ];
}

/** The texts of a field, wherever in an entry it is; one by one where it is a list. */
function referencesIn(entries: readonly Entry[], field: string) {
  return entries.flatMap((entry) =>
    textsOf(entry.data)
      .filter(({ path }) => path.findLast((step) => typeof step === "string") === field)
      .map(({ path, text }) => ({ entry, path, value: text })),
  );
}

/** As typed: one with another error counts as having its day. */
function cohortsWithDay(content: Content): string[] {
  const typed = entriesOf(content, collections.cohorts).filter(
    ({ data }) => data !== null && typeof data === "object" && "firstClass" in data,
  );
  return [...typed.map(({ id }) => id), ...(content.unreadable.get(collections.cohorts) ?? [])];
}

/** Who waits for a date is stored with this id. */
function cohortsWithTakenId(content: Content): Finding[] {
  const message =
    "The file's name is taken: learners who wait for a date are stored with it. Give it another one.";
  return entriesOf(content, collections.cohorts)
    .filter(({ id }) => id === DATE_TO_BE_ANNOUNCED.id)
    .map((entry) => brokenAt(entry, ["name"], message));
}

function coursesWithoutCards(content: Content): Finding[] {
  return coursesOf(content)
    .filter(({ data }) => data.type && data.onPricingPage && !data.plans && !data.plansOf)
    .map(({ entry, at }) =>
      brokenAt(
        entry,
        [...at, "type"],
        "A course with a type stands on the Pricing page, so it needs plans, or plansOf with the name of a course that has some.",
      ),
    );
}

/** Answers of /Which-track that point to no track: there the track's name is the field's. */
function answersWithoutTrack(content: Content): Finding[] {
  const tracks = idsOf(content, collections.tracks);
  return validEntries(content, collections.whichTrack).flatMap(({ entry, data }) =>
    data.questions.flatMap(({ answers }, question) =>
      answers.flatMap(({ fits }, answer) =>
        Object.keys(fits)
          .filter((name) => !tracks.includes(name))
          .map((name) => {
            const path = ["questions", question, "answers", answer, "fits", name];
            const message = `fits names "${name}", but content/tracks has no such file.`;
            return brokenAt(entry, path, message);
          }),
      ),
    ),
  );
}

function levelsOfAnotherTrack(content: Content): Finding[] {
  const courses = validEntries(content, collections.courses);
  const tracks = idsOf(content, collections.tracks);
  return validEntries(content, collections.levels).flatMap(({ entry, data: level }) => {
    const course = courses.find((one) => one.entry.id === level.course);
    if (!course || course.data.track === level.track) return [];
    if (![course.data.track, level.track].every((track) => tracks.includes(track))) return [];
    const message = `course is "${level.course}", which belongs to the track ${course.data.track}, but this level's track is ${level.track}.`;
    return [brokenAt(entry, ["course"], message)];
  });
}

/** Tracks whose pages only say that their levels are being prepared. */
export function tracksWithoutLevels(content: Content): Finding[] {
  if (content.unreadable.has(collections.levels)) return [];
  const used = new Set(
    referencesIn(entriesOf(content, collections.levels), "track").map(({ value }) => value),
  );
  return entriesOf(content, collections.tracks)
    .filter(({ id }) => !used.has(id))
    .map(({ id, file }) => ({
      group: "Tracks without levels",
      file,
      line: 1,
      message: `No file of content/levels has "track: ${id}": the track's page says "Levels to be announced".`,
    }));
}

/** Names and components that a mail does not have, program code, and required values that it lacks. */
export function mailSlips(content: Content): Finding[] {
  return validEntries(content, collections.mails).flatMap(({ entry, data }) => {
    const { file, firstLine, lines, lineOf } = entry;
    const name = MAIL_NAMES.find((mailName) => mailName === entry.id);
    if (!name) return [];
    const { slips } = parseMailTemplate(name, {
      ...data,
      text: lines.join("\n"),
      lines: { subject: lineOf(["subject"]), preheader: lineOf(["preheader"]), text: firstLine },
    });
    return slips.map(({ line, message }): Finding => ({ group: "Mails", file, line, message }));
  });
}

/** A value that must be unique, and where it is. */
interface Mark {
  readonly entry: Entry;
  readonly path: FieldPath;
  readonly value: unknown;
}

/** An id, an address or a place in a list that two entries have, so that one would hide the other. */
export function duplicates(content: Content): Finding[] {
  const { catalogue, cohorts, faqs, levels, perks, schedule, tracks } = collections;
  const courses = coursesOf(content);
  const value = <Data>(
    collection: Collection<Data>,
    field: string,
    read: (data: Data, id: string) => unknown,
  ) =>
    validEntries(content, collection).map(({ entry, data }): Mark => {
      return { entry, path: [field], value: read(data, entry.id) };
    });

  return [
    courses.map(({ id, entry, at }): Mark => ({ entry, path: at, value: id })),
    courses.map(({ entry, at, data }): Mark => ({ entry, path: [...at, "order"], value: data.order })),
    value(catalogue, "id", (data, id) => data.id ?? id),
    value(catalogue, "order", ({ order }) => order),
    value(tracks, "route", (data, id) => routeOfTrack(id, data)),
    value(levels, "course", ({ course }) => course),
    value(faqs, "order", ({ order }) => order),
    value(perks, "order", ({ order }) => order),
    value(schedule, "order", ({ order }) => order),
    value(cohorts, "name", ({ name }) => name),
  ].flatMap((marks) => repeated(marks.filter((mark) => mark.value !== undefined)));
}

function repeated(marks: readonly Mark[]): Finding[] {
  const first = new Map<unknown, Mark>();
  return marks.flatMap((mark) => {
    const { entry, path } = mark;
    const earlier = first.get(mark.value);
    if (!earlier) {
      first.set(mark.value, mark);
      return [];
    }
    const where = `${earlier.entry.file}:${earlier.entry.lineOf(earlier.path)}`;
    const message = `${fieldName(path)}: "${mark.value}" is in ${where} too. Each must be the only one.`;
    return [findingAt(entry, path, "Twice the same", message)];
  });
}
