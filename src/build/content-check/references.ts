import countries from "world-countries";
import { readMail } from "~/content/mails/mail-loader.ts";
import { type Collection, collections } from "~/content/schemas/collections.ts";
import { routeOfTrack } from "~/content/schemas/track.ts";
import { DATE_TO_BE_ANNOUNCED } from "~/domain/dates/cohort.ts";
import { MAIL_NAMES } from "~/domain/mail/learner-mails.ts";
import type { Finding } from "./finding.ts";
import { siteRoutes } from "./links.ts";
import type { Place } from "./main.ts";
import {
  type Content,
  coursesOf,
  type Entry,
  entriesOf,
  type FieldPath,
  fieldName,
  findingAt,
  textsOf,
} from "./read-entries.ts";

/** Returns references to entries that do not exist, and files whose names would hide another page. */
export function brokenReferences(content: Content, { root }: Place): Finding[] {
  const missing = [...namesThatLeadNowhere(content), ...answersWithoutTrack(content)];
  if (missing.length > 0) return missing;
  return [...levelsOfAnotherTrack(content), ...takenNames(content, root)];
}

function brokenAt(entry: Entry, path: FieldPath, message: string): Finding {
  return findingAt(entry, path, "Names that lead nowhere", message);
}

/**
 * Returns, by the name of a field, the values that it may have in any file, and the message about any other.
 */
function namesByField(content: Content): Readonly<Record<string, readonly [string[], string]>> {
  const courses = coursesOf(content);
  const tracks = entriesOf(content, collections.tracks);
  const cohorts = entriesOf(content, collections.cohorts).filter(({ data }) => data.firstClass);
  const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
  const country = [countries.map(({ name }) => name.common), "no country is called so."] as const;
  return {
    track: [idsOf(tracks), "content/tracks has no such file."],
    trackRoute: [
      tracks.map(({ id, data }) => routeOfTrack(id, data)),
      "no file of content/tracks has that route.",
    ],
    nextCohort: [idsOf(cohorts), "content/cohorts has no such file with a firstClass."],
    course: [
      idsOf(courses.filter(({ data }) => data.registrationPrice)),
      "content/courses has no such file with a registration.",
    ],
    plansOf: [
      idsOf(courses.filter(({ data }) => data.plans)),
      "content/courses has no such file with plans of its own.",
    ],
    country,
    countriesWithoutRegions: country,
  };
}

function namesThatLeadNowhere(content: Content): Finding[] {
  const namesOfField = namesByField(content);
  return content.entries.flatMap((entry) =>
    textsOf(entry.typed).flatMap(({ path, text }) => {
      const field = path.findLast((step) => typeof step === "string") ?? "";
      const [names, why] = namesOfField[field] ?? [[text]];
      return names.includes(text)
        ? []
        : [brokenAt(entry, path, `${fieldName(path)} is "${text}", but ${why}`)];
    }),
  );
}

/** Returns answers of /Which-track that point to no track. The track's name is the field's. */
function answersWithoutTrack(content: Content): Finding[] {
  const tracks = entriesOf(content, collections.tracks).map(({ id }) => id);
  return entriesOf(content, collections.whichTrack).flatMap((entry) =>
    entry.data.questions.flatMap(({ answers }, question) =>
      answers.flatMap(({ fits }, answer) => {
        const unknown = Object.keys(fits).filter((name) => !tracks.includes(name));
        return unknown.map((name) => {
          const path = ["questions", question, "answers", answer, "fits", name];
          return brokenAt(entry, path, `fits names "${name}", but content/tracks has no such file.`);
        });
      }),
    ),
  );
}

function levelsOfAnotherTrack(content: Content): Finding[] {
  const tracks = new Map(entriesOf(content, collections.courses).map(({ id, data }) => [id, data.track]));
  return entriesOf(content, collections.levels).flatMap((entry) => {
    const { course = "", track } = entry.data;
    const courseTrack = tracks.get(course) ?? track;
    if (courseTrack === track) return [];
    const message = `course is "${course}" of the track ${courseTrack}, but this level's track is ${track}.`;
    return [brokenAt(entry, ["course"], message)];
  });
}

/**
 * Returns cohorts whose id means "no date yet", and new tracks whose address is another page's or missing.
 */
function takenNames(content: Content, root: string): Finding[] {
  const pages = siteRoutes(`${root}src/pages/`, { tracks: [], levels: [] }).map((page) => page.toLowerCase());
  const isAddress = (id: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) && !pages.includes(`/${id}`);
  const cohorts = entriesOf(content, collections.cohorts).filter(({ id }) => id === DATE_TO_BE_ANNOUNCED.id);
  const tracks = entriesOf(content, collections.tracks).filter(
    ({ id, data }) => !data.route && !isAddress(id),
  );
  const address =
    "it is the track's address: write it in small letters, digits and hyphens, unlike any page's.";
  return [
    ...cohorts.map((entry) =>
      brokenAt(entry, ["name"], "The file's name is taken: learners who wait for a date are stored with it."),
    ),
    ...tracks.map((entry) => brokenAt(entry, ["name"], `Another file name: ${address}`)),
  ];
}

/** Returns names and components that a mail does not have, program code, and required values that it lacks. */
export function mailSlips({ content }: Place): Finding[] {
  return MAIL_NAMES.flatMap((name) => {
    const { file, slips } = readMail(name, `${content}mails/${name}.mdx`);
    return slips.map((slip): Finding => ({ group: "Mails", file, ...slip }));
  });
}

/** A value that must be unique, and its place. */
interface Mark {
  readonly entry: Entry;
  readonly path: FieldPath;
  readonly value: unknown;
}

/** Returns ids, addresses and list positions that two entries share, so that one would hide the other. */
export function duplicates(content: Content): Finding[] {
  const { catalogue, cohorts, faqs, levels, perks, schedule, tracks } = collections;
  const courses = coursesOf(content);
  const marks = <Data>(kind: Collection<Data>, field: string, read: (data: Data, id: string) => unknown) =>
    entriesOf(content, kind).map((entry): Mark => {
      return { entry, path: [field], value: read(entry.data, entry.id) };
    });
  return [
    courses.map(({ id, entry, at }): Mark => ({ entry, path: at, value: id })),
    courses.map(({ entry, at, data }): Mark => ({ entry, path: [...at, "order"], value: data.order })),
    marks(catalogue, "id", (data, id) => data.id ?? id),
    marks(tracks, "route", (data, id) => routeOfTrack(id, data)),
    marks(levels, "course", ({ course }) => course),
    marks(cohorts, "name", ({ name }) => name),
    ...[catalogue, faqs, perks, schedule].map((list) =>
      marks<{ order: number }>(list, "order", ({ order }) => order),
    ),
  ].flatMap(repeated);
}

function repeated(marks: readonly Mark[]): Finding[] {
  return [...Map.groupBy(marks, ({ value }) => value)].flatMap(([value, [first, ...others]]) => {
    if (!first || value === undefined) return [];
    const where = `${first.entry.file}:${first.entry.lineOf(first.path)}`;
    return others.map(({ entry, path }) => {
      const message = `${fieldName(path)}: "${value}" is in ${where} too. Each must be the only one.`;
      return findingAt(entry, path, "Twice the same", message);
    });
  });
}
