import { routeOfTrack } from "~/schemas/track.ts";
import { type Collection, collections } from "./collections.ts";
import { coursesOf } from "./courses.ts";
import type { Finding } from "./finding.ts";
import { type Content, type Entry, type FieldPath, validEntries } from "./read-entries.ts";
import { fieldName } from "./schema-errors.ts";

/** Something that must be the only one of its kind, and where it stands. */
interface Mark {
  readonly entry: Entry;
  readonly path: FieldPath;
  readonly value: string;
}

/** The same place, id, name or words given twice. Small and capital letters, and spaces, make no difference. */
export function duplicates(content: Content): Finding[] {
  const { catalogue, faqs, perks, schedule, tracks, levels, testimonials } = collections;
  const each = <Data extends object>(collection: Collection<Data>, field: keyof Data & string): Mark[] =>
    validEntries(content, collection).flatMap(({ entry, data }) =>
      data[field] === undefined ? [] : [{ entry, path: [field], value: String(data[field]) }],
    );
  const eachCourse = (field: "order" | "name" | "title"): Mark[] =>
    coursesOf(content).map(({ entry, at, data }) => ({
      entry,
      path: [...at, field],
      value: String(data[field]),
    }));

  const single = [
    eachCourse("order"),
    eachCourse("name"),
    eachCourse("title"),
    coursesOf(content).map(({ id, entry, at }) => ({ entry, path: at, value: id })),
    each(catalogue, "order"),
    validEntries(content, catalogue).map(({ entry, data }) => ({
      entry,
      path: ["id"],
      value: data.id ?? entry.id,
    })),
    each(catalogue, "title"),
    each(faqs, "order"),
    each(faqs, "question"),
    each(perks, "order"),
    each(perks, "title"),
    each(schedule, "order"),
    each(schedule, "name"),
    each(tracks, "name"),
    validEntries(content, tracks).map(({ entry, data }) => ({
      entry,
      path: ["route"],
      value: routeOfTrack(entry.id, data),
    })),
    each(levels, "courseName"),
    each(levels, "course"),
    each(testimonials, "comment"),
    // Every testimonial that is still to be supplied has the same stand-in for a name.
    each(testimonials, "name").filter(({ value }) => !/to be supplied/i.test(value)),
    cities(content),
    staffAddresses(content),
    cohorts(content),
  ];
  return single.flatMap(repeated);
}

function repeated(marks: readonly Mark[]): Finding[] {
  const first = new Map<string, Mark>();
  return marks.flatMap((mark) => {
    const { entry, path, value } = mark;
    const key = value.trim().replace(/\s+/g, " ").toLowerCase();
    const earlier = first.get(key);
    if (!earlier) {
      first.set(key, mark);
      return [];
    }
    const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
    const where = `${earlier.entry.file}:${earlier.entry.lineOf(earlier.path)}`;
    const message = `${fieldName(path)}: "${shown}" stands in ${where} too. Each must be the only one.`;
    return [{ group: "Twice the same", file: entry.file, line: entry.lineOf(path), message }];
  });
}

function cities(content: Content): Mark[] {
  return validEntries(content, collections.home).flatMap(({ entry, data }) =>
    data.alumni.places.map(({ city, country }, index) => ({
      entry,
      path: ["alumni", "places", index],
      value: `${city}, ${country}`,
    })),
  );
}

function staffAddresses(content: Content): Mark[] {
  return validEntries(content, collections.site).flatMap(({ entry, data }) =>
    data.staffRecipients.map(({ email }, index) => ({
      entry,
      path: ["staffRecipients", index],
      value: email,
    })),
  );
}

function cohorts(content: Content): Mark[] {
  return validEntries(content, collections.formOptions).flatMap(({ entry, data }) =>
    data.cohorts.map((value, index) => ({ entry, path: ["cohorts", index], value })),
  );
}
