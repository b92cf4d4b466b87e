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
