import countries from "world-countries";
import { readMail } from "~/content/mails/mail-loader.ts";
import { type Collection, collections } from "~/content/schemas/collections.ts";
import { routeOfTrack } from "~/content/schemas/track.ts";
import { DATE_TO_BE_ANNOUNCED } from "~/domain/dates/cohort.ts";
import { MAIL_NAMES } from "~/domain/mail/learner-mails.ts";
import type { Finding } from "./finding.ts";
import { siteRoutes } from "./links.ts";
import type { Place } from "./main.ts";
import type { FieldPath } from "./parse-file.ts";
import { type Content, coursesOf, type Entry, entriesOf, fieldName, valuesIn } from "./read-entries.ts";

/** Returns references to entries that do not exist, and files whose names would hide another page. */
export function brokenReferences(content: Content, { root }: Place): Finding[] {
  const missing = namesThatLeadNowhere(content);
  return missing.length > 0 ? missing : [...levelsOfAnotherTrack(content), ...takenNames(content, root)];
}

function brokenAt(entry: Entry, path: FieldPath, message: string): Finding {
  return entry.findingAt("Names that lead nowhere", path, message);
}

/** The names that a field may have in any file, and the message about any other. */
interface AllowedNames {
  readonly names: readonly unknown[];
  readonly message: string;
}

/** Returns the names that a field may have, by the name of the field. */
function allowedNames(content: Content): Readonly<Record<string, AllowedNames>> {
  const courses = coursesOf(content);
  const tracks = entriesOf(content, collections.tracks);
  const cohorts = entriesOf(content, collections.cohorts).filter(({ data }) => data.firstClass);
  const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
  const country = { names: countries.map(({ name }) => name.common), message: "no country is called so." };
  return {
    track: { names: idsOf(tracks), message: "content/tracks has no file of that name, without its ending." },
    trackRoute: {
      names: tracks.map(({ id, data }) => routeOfTrack(id, data)),
      message: "no file of content/tracks has that route.",
    },
    nextCohort: { names: idsOf(cohorts), message: "content/cohorts has no such file with a firstClass." },
    course: {
      names: idsOf(courses.filter(({ data }) => data.registrationPrice)),
      message: "content/courses has no such file with a registration.",
    },
    plansOf: {
      names: idsOf(courses.filter(({ data }) => data.plans)),
      message: "content/courses has no such file with plans of its own.",
    },
    country,
    countriesWithoutRegions: country,
  };
}

function namesThatLeadNowhere(content: Content): Finding[] {
  const allowed = allowedNames(content);
  return content.entries.flatMap((entry) =>
    valuesIn(entry.typed).flatMap(({ path, value }) => {
      // The fields of `fits` are themselves tracks, each with a number.
      const isTrack = path.at(-2) === "fits";
      const field = isTrack ? "track" : path.findLast((step) => typeof step === "string");
      const name = isTrack ? path.at(-1) : value;
      const { names, message } = allowed[String(field)] ?? {};
      if (!names || names.includes(name)) return [];
      return [brokenAt(entry, path, `${fieldName(path)} is "${String(name)}", but ${message}`)];
    }),
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

/** Returns cohorts whose id means "no date yet", and new tracks whose address is another page's or no address. */
function takenNames(content: Content, root: string): Finding[] {
  const pages = siteRoutes(`${root}src/pages/`).map((page) => page.toLowerCase());
  const isAddress = (id: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) && !pages.includes(`/${id}`);
  const cohorts = entriesOf(content, collections.cohorts).filter(({ id }) => id === DATE_TO_BE_ANNOUNCED.id);
  const tracks = entriesOf(content, collections.tracks).filter(
    ({ id, data }) => !data.route && !isAddress(id),
  );
  const taken = "The file's name is taken: learners who wait for a date are stored with it.";
  const noAddress =
    "Another file name: it is the track's address: write it in small letters, digits and hyphens, unlike any page's.";
  return [
    ...cohorts.map((entry) => brokenAt(entry, [], taken)),
    ...tracks.map((entry) => brokenAt(entry, [], noAddress)),
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
interface UniqueValue {
  readonly entry: Entry;
  readonly path: FieldPath;
  readonly value: unknown;
}

/** Returns ids, addresses and list positions that two entries share, so that one would hide the other. */
export function duplicates(content: Content): Finding[] {
  const { catalogue, cohorts, faqs, levels, perks, schedule, tracks } = collections;
  const courses = coursesOf(content);
  const valuesOf = <Data>(
    kind: Collection<Data>,
    field: string,
    read: (data: Data, id: string) => unknown,
  ): UniqueValue[] =>
    entriesOf(content, kind).map((entry) => ({ entry, path: [field], value: read(entry.data, entry.id) }));
  return [
    courses.map(({ id, entry, at }) => ({ entry, path: at, value: id })),
    courses.map(({ entry, at, data }) => ({ entry, path: [...at, "order"], value: data.order })),
    valuesOf(catalogue, "id", (data, id) => data.id ?? id),
    valuesOf(tracks, "route", (data, id) => routeOfTrack(id, data)),
    valuesOf(levels, "course", ({ course }) => course),
    valuesOf(cohorts, "name", ({ name }) => name),
    ...[catalogue, faqs, perks, schedule].map((list) =>
      valuesOf<{ order: number }>(list, "order", ({ order }) => order),
    ),
  ].flatMap(repeated);
}

function repeated(values: readonly UniqueValue[]): Finding[] {
  return [...Map.groupBy(values, ({ value }) => value)].flatMap(([value, [first, ...others]]) => {
    if (!first || value === undefined) return [];
    const where = `${first.entry.file}:${first.entry.lineOf(first.path)}`;
    return others.map(({ entry, path }) => {
      const message = `${fieldName(path)}: "${value}" is in ${where} too. Each must be the only one.`;
      return entry.findingAt("Twice the same", path, message);
    });
  });
}
