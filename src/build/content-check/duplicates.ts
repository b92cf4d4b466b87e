import { type Collection, collections } from "~/content/schemas/collections.ts";
import { routeOfTrack } from "~/content/schemas/track.ts";
import { coursesOf } from "./courses.ts";
import type { Finding } from "./finding.ts";
import { type Content, type Entry, type FieldPath, findingAt, validEntries } from "./read-entries.ts";
import { fieldName } from "./schema-errors.ts";

/** A value that must be unique, and where it is. */
interface Mark {
  readonly entry: Entry;
  readonly path: FieldPath;
  readonly value: unknown;
}

/** The same place, id, name or words given twice. Small and capital letters, and spaces, make no difference. */
export function duplicates(content: Content): Finding[] {
  const { catalogue, faqs, formOptions, home, perks, schedule, site, tracks, levels, testimonials } =
    collections;
  const courses = coursesOf(content);
  const value = <Data>(
    collection: Collection<Data>,
    field: string,
    read: (data: Data, id: string) => unknown,
  ) =>
    validEntries(content, collection).map(({ entry, data }): Mark => {
      return { entry, path: [field], value: read(data, entry.id) };
    });
  const each = <Data>(collection: Collection<Data>, ...fields: (keyof Data & string)[]) =>
    fields.map((field) => value(collection, field, (data) => data[field]));
  const items = <Data>(
    collection: Collection<Data>,
    path: FieldPath,
    read: (data: Data) => readonly string[],
  ) =>
    validEntries(content, collection).flatMap(({ entry, data }) =>
      read(data).map((value, index): Mark => ({ entry, path: [...path, index], value })),
    );

  return [
    ...(["order", "name", "title"] as const).map((field) =>
      courses.map(({ entry, at, data }): Mark => ({ entry, path: [...at, field], value: data[field] })),
    ),
    courses.map(({ id, entry, at }): Mark => ({ entry, path: at, value: id })),
    value(catalogue, "id", (data, id) => data.id ?? id),
    value(tracks, "route", (data, id) => routeOfTrack(id, data)),
    ...each(catalogue, "order", "title"),
    ...each(faqs, "order", "question"),
    ...each(perks, "order", "title"),
    ...each(schedule, "order", "name"),
    ...each(tracks, "name"),
    ...each(levels, "courseName", "course"),
    ...each(testimonials, "comment"),
    // Examples of one track share a name.
    value(testimonials, "name", ({ name, placeholder }) => (placeholder ? undefined : name)),
    items(home, ["alumni", "places"], (page) =>
      page.alumni.places.map(({ city, country }) => `${city}, ${country}`),
    ),
    items(site, ["staffRecipients"], ({ staffRecipients }) => staffRecipients.map(({ email }) => email)),
    items(formOptions, ["cohorts"], (options) => options.cohorts),
  ].flatMap((marks) => repeated(marks.filter((mark) => mark.value !== undefined)));
}

function repeated(marks: readonly Mark[]): Finding[] {
  const first = new Map<string, Mark>();
  return marks.flatMap((mark) => {
    const { entry, path } = mark;
    const value = String(mark.value);
    const key = value.trim().replace(/\s+/g, " ").toLowerCase();
    const earlier = first.get(key);
    if (!earlier) {
      first.set(key, mark);
      return [];
    }
    const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
    const where = `${earlier.entry.file}:${earlier.entry.lineOf(earlier.path)}`;
    const message = `${fieldName(path)}: "${shown}" stands in ${where} too. Each must be the only one.`;
    return [findingAt(entry, path, "Twice the same", message)];
  });
}
