import { collections } from "~/content/schemas/collections.ts";
import type { OwnCourse } from "~/content/schemas/course.ts";
import { type Content, type Entry, entriesOf, type FieldPath, validEntries } from "./read-entries.ts";

/** A course one can register or pay for, wherever it is written. */
export interface Course {
  /** Name of its file. */
  readonly id: string;
  readonly entry: Entry;
  /** Where in the file it is written; empty when it is the whole file. */
  readonly at: FieldPath;
  readonly data: OwnCourse;
}

const OWN = "ownCourse";

/** The courses of content/courses, and those that a level or a card carries itself, as far as they are right. */
export function coursesOf(content: Content): Course[] {
  const { courses, levels, catalogue } = collections;
  return [
    ...validEntries(content, courses).map(({ entry, data }) => ({ id: entry.id, entry, at: [], data })),
    ...[...validEntries(content, levels), ...validEntries(content, catalogue)].flatMap(({ entry, data }) =>
      data.ownCourse ? [{ id: entry.id, entry, at: [OWN], data: data.ownCourse }] : [],
    ),
  ];
}

/** Names of all courses, right or wrong; with `field`, of those that have it or cannot be read. */
export function courseIdsOf(content: Content, field?: string): string[] {
  const { courses, levels, catalogue } = collections;
  const has = (data: unknown, name: string): data is Record<string, unknown> =>
    data !== null && typeof data === "object" && name in data;
  const isWanted = (course: unknown) => field === undefined || has(course, field);
  return [
    ...entriesOf(content, courses).flatMap(({ id, data }) => (isWanted(data) ? [id] : [])),
    ...(content.unreadable.get(courses) ?? []),
    ...[levels, catalogue]
      .flatMap((collection) => entriesOf(content, collection))
      .flatMap(({ id, data }) => (has(data, OWN) && isWanted(data[OWN]) ? [id] : [])),
  ];
}
