import { globSync } from "node:fs";
import { basename, parse } from "node:path";
import type { z } from "astro/zod";
import { isMap, isNode, isScalar, isSeq } from "yaml";
import { readContentFile } from "~/content/content-dir.ts";
import { type Collection, collections } from "~/content/schemas/collections.ts";
import type { OwnCourse } from "~/content/schemas/course.ts";
import type { Finding, Group } from "./finding.ts";
import { type ProsePart, proseParts } from "./prose.ts";
import { garbledLine, readFields, type Slip } from "./yaml-fields.ts";

/** The names and list positions that lead to a field: ["plans", 0, "naira"]. */
export type FieldPath = readonly PropertyKey[];

/** A file of content/ that its schema accepts. */
export interface Entry<Data = unknown> {
  readonly collection: Collection<unknown>;
  readonly id: string;
  readonly file: string;
  readonly typed: unknown;
  readonly data: Data;
  /** The links, pictures and components in the text below the fields. */
  readonly prose: readonly ProsePart[];
  /** Returns the line of a field or, if it is missing, of its block. */
  lineOf(path: FieldPath): number;
}

export function findingAt(
  { file, lineOf }: Pick<Entry, "file" | "lineOf">,
  path: FieldPath,
  group: Group,
  message: string,
): Finding {
  return { group, file, line: lineOf(path), message };
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
    present.includes(path) ? readFile(root, path, collection) : [unreadable(path, MISSING)],
  );
  const unexpected = present.filter(
    (path) => !NO_ENTRIES.includes(path) && !expected.some((file) => file.path === path),
  );
  return {
    entries: results.filter((result) => "id" in result),
    problems: [
      ...results.flatMap((result) => ("id" in result ? [] : result)),
      ...unexpected.map((path) => unreadable(path, UNEXPECTED)),
    ],
  };
}

function pathsOf({ folder, ending, names }: Collection<unknown>, present: readonly string[]): string[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  if (names) return names.map((name) => `${prefix}${name}.${ending}`);
  return present.filter((path) => path.startsWith(prefix) && path.endsWith(`.${ending}`));
}

export function entriesOf<Data>({ entries }: Content, collection: Collection<Data>): Entry<Data>[] {
  return entries.filter((entry): entry is Entry<Data> => entry.collection === collection);
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

export function textsOf(data: unknown, path: FieldPath = []): { path: FieldPath; text: string }[] {
  if (typeof data === "string") return [{ path, text: data }];
  if (data === null || typeof data !== "object") return [];
  return Object.entries(data).flatMap(([name, value]) =>
    textsOf(value, [...path, Array.isArray(data) ? Number(name) : name]),
  );
}

function readFile(root: string, path: string, collection: Collection<unknown>): Entry | readonly Finding[] {
  const source = readContentFile(root + path);
  const refuse = (slips: readonly Slip[], linesAbove = 0) =>
    slips.map(({ line, message }) => unreadable(path, message, line + linesAbove));

  const garbled = garbledLine(source);
  if (garbled) return refuse([garbled]);
  const isText = collection.ending === "mdx";
  const parts = isText ? /^---\n(.*?\n)---(?:\n(.*))?$/s.exec(source) : ["", source];
  if (!parts) return refuse([{ line: 1, message: NO_FIELDS }]);
  const [, fields = "", text = ""] = parts;
  // The fields of an .mdx file begin below its first ---.
  const linesAbove = isText ? 1 : 0;
  const firstLine = linesAbove + fields.split("\n").length + 1;

  const read = readFields(fields);
  if (!("data" in read)) return refuse(read, linesAbove);
  const prose = proseParts(text, firstLine);
  if ("line" in prose) return refuse([prose]);

  const contents: unknown = read.document.contents;
  const { data, error } = collection.schema.safeParse(read.data, { error: editorsWords });
  const entry = {
    collection,
    id: parse(path).name,
    file: `content/${path}`,
    typed: read.data,
    data,
    prose,
    lineOf: (at: FieldPath) => read.counter.linePos(offsetOf(contents, at)).line + linesAbove,
  };
  return error ? error.issues.map((issue) => refusal(entry, issue)) : entry;
}

/** Returns the position of the field that `path` leads to, or of the last part of the path that exists. */
function offsetOf(contents: unknown, path: FieldPath): number {
  let node: unknown = contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of path) {
    const name = String(step);
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === name)
      : null;
    const begin = isSeq(node) ? node.items[Number(step)] : pair?.key;
    if (!isNode(begin)) break;
    offset = begin.range?.[0] ?? offset;
    node = pair ? pair.value : begin;
  }
  return offset;
}

function unreadable(path: string, message: string, line = 1): Finding {
  return { group: "Cannot be read", file: `content/${path}`, line, message };
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

function refusal(entry: Pick<Entry, "file" | "lineOf">, issue: z.core.$ZodIssue): Finding {
  // An unknown field is reported on its own line instead of its block's.
  const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const field = fieldName(path);
  // The field's name is not repeated if the message begins with it.
  const isNamed = field === "" || issue.message.startsWith(`${field} `);
  return findingAt(entry, path, "Fields", isNamed ? issue.message : `${field}: ${issue.message}`);
}

/** Names a field for an editor: "plans 1, naira". List positions count from 1. */
export function fieldName(path: FieldPath): string {
  const names = path.map((step) => (typeof step === "number" ? ` ${step + 1}` : `, ${String(step)}`));
  return names.join("").replace(/^, /, "");
}
