import { readFileSync } from "node:fs";
import countries from "world-countries";
import { parseMailTemplate } from "~/content/mails/parse-mail-template.ts";
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

/** References to entries that do not exist, and files whose names would hide another. */
export function brokenReferences(content: Content, place: Place): Finding[] {
  const missing = namesThatLeadNowhere(content);
  if (missing.length > 0) return missing;
  return [...levelsOfAnotherTrack(content), ...answersWithoutTrack(content), ...takenNames(content, place)];
}

function brokenAt(entry: Entry, path: FieldPath, message: string): Finding {
  return findingAt(entry, path, "Names that lead nowhere", message);
}

/** The names that a field may hold, wherever it is, and what is said of another. */
function namesByField(content: Content): Readonly<Record<string, readonly [string[], string]>> {
  const { tracks, cohorts } = collections;
  const courses = coursesOf(content);
  const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
  const country = [countries.map(({ name }) => name.common), "no country is called so."] as const;
  const routes = entriesOf(content, tracks).map(({ id, data }) => routeOfTrack(id, data));
  const dated = entriesOf(content, cohorts).filter(({ data }) => data.firstClass);
  return {
    track: [idsOf(entriesOf(content, tracks)), "content/tracks has no such file."],
    trackRoute: [routes, "no file of content/tracks has that route."],
    nextCohort: [idsOf(dated), "content/cohorts has no such file with a firstClass."],
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
      if (names.includes(text)) return [];
      return [brokenAt(entry, path, `${fieldName(path)} is "${text}", but ${why}`)];
    }),
  );
}

/** Answers of /Which-track that point to no track: there the track's name is the field's. */
function answersWithoutTrack(content: Content): Finding[] {
  const tracks = entriesOf(content, collections.tracks).map(({ id }) => id);
  return entriesOf(content, collections.whichTrack).flatMap((entry) =>
    entry.data.questions.flatMap(({ answers }, question) =>
      answers.flatMap(({ fits }, answer) =>
        Object.keys(fits)
          .filter((name) => !tracks.includes(name))
          .map((name) => {
            const path = ["questions", question, "answers", answer, "fits", name];
            return brokenAt(entry, path, `fits names "${name}", but content/tracks has no such file.`);
          }),
      ),
    ),
  );
}

function levelsOfAnotherTrack(content: Content): Finding[] {
  const courses = entriesOf(content, collections.courses);
  return entriesOf(content, collections.levels).flatMap((entry) => {
    const { course: name, track } = entry.data;
    const course = courses.find(({ id }) => id === name);
    if (!course || course.data.track === track) return [];
    const message = `course is "${name}" of the track ${course.data.track}, but this level's track is ${track}.`;
    return [brokenAt(entry, ["course"], message)];
  });
}

/** A cohort under the id of those who wait for a date, and new tracks at the address of another page or at none. */
function takenNames(content: Content, { content: folder, root }: Place): Finding[] {
  const redirectedAddresses = readFileSync(`${folder}_redirects`, "utf8")
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "");
  const pages = siteRoutes(`${root}src/pages/`, { tracks: [], levels: [] });
  const taken = new Set([...pages, ...redirectedAddresses].map((address) => address.toLowerCase()));
  const isFree = (id: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) && !taken.has(`/${id}`);
  const cohorts = entriesOf(content, collections.cohorts).filter(({ id }) => id === DATE_TO_BE_ANNOUNCED.id);
  const tracks = entriesOf(content, collections.tracks).filter(({ id, data }) => !data.route && !isFree(id));
  return [
    ...cohorts.map((entry) =>
      brokenAt(entry, ["name"], "The file's name is taken: learners who wait for a date are stored with it."),
    ),
    ...tracks.map((entry) =>
      brokenAt(
        entry,
        ["name"],
        "The file's name is the track's address: write it in small letters, digits and hyphens, unlike any page's.",
      ),
    ),
  ];
}

/** Names and components that a mail does not have, program code, and required values that it lacks. */
export function mailSlips(content: Content): Finding[] {
  return entriesOf(content, collections.mails).flatMap(({ id, data, file, firstLine, lines, lineOf }) => {
    const name = MAIL_NAMES.find((mailName) => mailName === id);
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
  const marks = <Data>(
    collection: Collection<Data>,
    field: string,
    read: (data: Data, id: string) => unknown,
  ) =>
    entriesOf(content, collection).map((entry): Mark => {
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
