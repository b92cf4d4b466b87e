import { globSync } from "node:fs";
import { basename, parse } from "node:path";
import type { z } from "astro/zod";
import { readContentFile, type Slip, splitFields } from "~/content/content-files.ts";
import { type Collection, collections } from "~/content/schemas/collections.ts";
import type { OwnCourse } from "~/content/schemas/course.ts";
import type { Finding, Group } from "./finding.ts";
import { type FieldPath, garbledLine, type ProsePart, parseFields, parseProse } from "./parse-file.ts";

/** A file of content/ that its schema accepts. */
export interface Entry<Data = unknown> {
  readonly collection: Collection<unknown>;
  readonly id: string;
  readonly file: string;
  /** The fields as they were typed. */
  readonly typed: unknown;
  /** The fields as the schema returns them. */
  readonly data: Data;
  /** The links, pictures and components in the text below the fields. */
  readonly prose: readonly ProsePart[];
  /** Returns the line of a field or, if it is missing, of its block. */
  lineOf(path: FieldPath): number;
  /** Returns a finding on the line of a field. */
  findingAt(group: Group, path: FieldPath, message: string): Finding;
}

export interface Content {
  readonly entries: readonly Entry[];
  /** The files that are unreadable or refused by their schema. References to them are not checked. */
  readonly problems: readonly Finding[];
}

/** The files that systems and text editors leave behind. */
const LEFT_BEHIND = /^\.|~$|^(Thumbs\.db|desktop\.ini)$/i;

/** The files that are no entries: the map for editors, and other names of pages, which the build reads. */
const NO_ENTRIES = ["README.md", "_redirects"];

const MISSING = "This file is missing, and pages cannot be made without it.";
const UNEXPECTED =
  "No page reads this file. Its folder or the ending of its name (.yaml or .mdx) is not as in content/README.md.";
const NO_FIELDS = "The file must begin with a line ---, then its fields, then a second line ---.";

/** Reads the content folder. @param root the folder, with a slash at its end */
export function readContent(root: string): Content {
  const present = globSync("**/*.*", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !LEFT_BEHIND.test(basename(path)))
    .sort();
  const expected = Object.values(collections).flatMap((collection: Collection<unknown>) =>
    pathsOf(collection, present).map((path) => ({ collection, path })),
  );
  const results = expected.map(({ collection, path }) =>
    present.includes(path)
      ? readFile(root, path, collection)
      : unreadable(path, [{ line: 1, message: MISSING }]),
  );
  const unexpected = present.filter(
    (path) => !NO_ENTRIES.includes(path) && !expected.some((file) => file.path === path),
  );
  return {
    entries: results.filter((result) => "id" in result),
    problems: [
      ...results.flatMap((result) => ("id" in result ? [] : result)),
      ...unexpected.flatMap((path) => unreadable(path, [{ line: 1, message: UNEXPECTED }])),
    ],
  };
}

function pathsOf({ folder, ending, names }: Collection<unknown>, present: readonly string[]): string[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  if (names) return names.map((name) => `${prefix}${name}.${ending}`);
  return present.filter((path) => path.startsWith(prefix) && path.endsWith(`.${ending}`));
}

function readFile(root: string, path: string, collection: Collection<unknown>): Entry | readonly Finding[] {
  const source = readContentFile(root + path);
  const garbled = garbledLine(source);
  if (garbled) return unreadable(path, [garbled]);
  const isText = collection.ending === "mdx";
  const parts = isText ? splitFields(source) : { fields: source, text: "" };
  if (!parts) return unreadable(path, [{ line: 1, message: NO_FIELDS }]);
  // The fields of an .mdx file begin below its first ---.
  const firstLine = isText ? 2 : 1;
  const fields = parseFields(parts.fields, firstLine);
  if (!("data" in fields)) return unreadable(path, fields);
  const prose = parseProse(parts.text, firstLine + parts.fields.split("\n").length);
  if ("line" in prose) return unreadable(path, [prose]);

  const { data: typed, lineOf } = fields;
  const { data, error } = collection.schema.safeParse(typed, { error: editorsWords });
  const file = `content/${path}`;
  const findingAt: Entry["findingAt"] = (group, at, message) => ({ group, file, line: lineOf(at), message });
  if (error) return error.issues.map((issue) => refusal(issue, findingAt));
  return { collection, id: parse(path).name, file, typed, data, prose, lineOf, findingAt };
}

function unreadable(path: string, slips: readonly Slip[]): Finding[] {
  return slips.map((slip) => ({ group: "Cannot be read", file: `content/${path}`, ...slip }));
}

/**
 * Returns a message about a missing or empty field; `undefined` for other issues, about which the schema or
 * the parser has a message.
 */
function editorsWords({ code, input }: z.core.$ZodRawIssue): string | undefined {
  if (code !== "invalid_type") return undefined;
  if (input === undefined) return "is missing.";
  return input === null ? "is empty." : undefined;
}

function refusal(issue: z.core.$ZodIssue, findingAt: Entry["findingAt"]): Finding {
  // An unknown field is reported on its own line instead of its block's.
  const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const field = fieldName(path);
  // The field's name is not repeated if the message begins with it.
  const isNamed = field === "" || issue.message.startsWith(`${field} `);
  return findingAt("Fields", path, isNamed ? issue.message : `${field}: ${issue.message}`);
}

/** Names a field for an editor: "plans 1, naira". List positions count from 1. */
export function fieldName(path: FieldPath): string {
  const names = path.map((step) => (typeof step === "number" ? ` ${step + 1}` : `, ${String(step)}`));
  return names.join("").replace(/^, /, "");
}

export function entriesOf<Data>({ entries }: Content, collection: Collection<Data>): Entry<Data>[] {
  return entries.filter((entry): entry is Entry<Data> => entry.collection === collection);
}

/** A value that is no list and no block, and the path of its field. */
interface FieldValue {
  readonly path: FieldPath;
  readonly value: unknown;
}

/** Returns every value in a block or a list, in the order in which they were typed. */
export function valuesIn(data: unknown, path: FieldPath = []): FieldValue[] {
  if (data === null || typeof data !== "object") return [{ path, value: data }];
  return Object.entries(data).flatMap(([name, value]) =>
    valuesIn(value, [...path, Array.isArray(data) ? Number(name) : name]),
  );
}

/** A course for which people can register or pay, in whatever file it is written. */
export interface Course {
  readonly id: string;
  readonly entry: Entry;
  /** The path of the course in its file; empty if it is the whole file. */
  readonly at: FieldPath;
  readonly data: OwnCourse;
}

/** Returns the courses of content/courses, and those inside a level or a card. */
export function coursesOf(content: Content): Course[] {
  const courses = entriesOf(content, collections.courses);
  const carriers = [...entriesOf(content, collections.levels), ...entriesOf(content, collections.catalogue)];
  return [
    ...courses.map((entry) => ({ id: entry.id, entry, at: [], data: entry.data })),
    ...carriers.flatMap((entry) => {
      const { ownCourse } = entry.data;
      return ownCourse ? [{ id: entry.id, entry, at: ["ownCourse"], data: ownCourse }] : [];
    }),
  ];
}
