import { readdirSync } from "node:fs";
import type { z } from "astro/zod";
import { isMap, isNode, isScalar, isSeq } from "yaml";
import { readContentFile } from "~/content/content-dir.ts";
import { type Collection, collections } from "~/content/schemas/collections.ts";
import type { Finding, Group } from "./finding.ts";
import { type ProsePart, proseParts } from "./prose.ts";
import { garbledLine, readFields, type Slip } from "./yaml-fields.ts";

/** Names and places in lists that lead to a field: ["plans", 0, "naira"]. */
export type FieldPath = readonly PropertyKey[];

/** A file of content/ that could be read; whether its fields are right is another question. */
export interface Entry {
  readonly collection: Collection<unknown>;
  /** Name of the file without its ending. */
  readonly id: string;
  /** E.g. "content/courses/devops-full.yaml". */
  readonly file: string;
  /** The fields as they were typed. */
  readonly data: unknown;
  /** Links, pictures and components of the text below the fields. */
  readonly prose: readonly ProsePart[];
  /** The text below the fields, line by line; none in a .yaml file. */
  readonly lines: readonly string[];
  /** Line of the file on which that text begins. */
  readonly firstLine: number;
  /** Line of a field; of the block it belongs to, when it is missing. */
  lineOf(path: FieldPath): number;
}

/** What is found at a field of an entry. */
export function findingAt({ file, lineOf }: Entry, path: FieldPath, group: Group, message: string): Finding {
  return { group, file, line: lineOf(path), message };
}

export interface Content {
  readonly entries: readonly Entry[];
  readonly problems: readonly Finding[];
  /** Names of the files that could not be read. They count as existing, or one error would be reported many times. */
  readonly unreadable: ReadonlyMap<Collection<unknown>, readonly string[]>;
}

/** @param root the content folder, with a slash at its end */
export function readContent(root: string): Content {
  const entries: Entry[] = [];
  const problems: Finding[] = [];
  const unread = new Map<Collection<unknown>, string[]>();
  const expected = new Set<string>();
  const present = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !LEFT_BEHIND.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`.replaceAll("\\", "/").replace(/\/+/g, "/"))
    .map((path) => path.slice(root.length))
    .sort();

  for (const collection of Object.values(collections)) {
    for (const path of pathsOf(collection, present)) {
      expected.add(path);
      const result = present.includes(path) ? readFile(root, path, collection) : [unreadable(path, MISSING)];
      if (!("id" in result)) {
        problems.push(...result);
        unread.set(collection, [...(unread.get(collection) ?? []), idOf(path)]);
      } else entries.push(result);
    }
  }
  for (const path of present) {
    if (!expected.has(path) && !NO_ENTRIES.includes(path)) problems.push(unreadable(path, UNEXPECTED));
  }
  return { entries, problems, unreadable: unread };
}

/** The entries of a collection, right or wrong. */
export function entriesOf(content: Content, collection: Collection<unknown>): Entry[] {
  return content.entries.filter((entry) => entry.collection === collection);
}

/** Files that systems and text editors leave beside those that were written. */
const LEFT_BEHIND = /^\.|~$|^(Thumbs\.db|desktop\.ini)$/i;

/** The map for editors, and other names of pages, which the build reads. */
const NO_ENTRIES = ["README.md", "_redirects"];

const MISSING = "This file is missing, and pages cannot be made without it.";
const UNEXPECTED =
  "No page reads this file. Its folder or the ending of its name (.yaml or .mdx) is not as in content/README.md.";

interface ValidEntry<Data> {
  readonly entry: Entry;
  readonly data: Data;
}

const accepted = new WeakMap<Content, Map<Collection<unknown>, readonly ValidEntry<unknown>[]>>();

/** The entries of a collection that its schema accepts, as pages get them. */
export function validEntries<Data>(
  content: Content,
  collection: Collection<Data>,
): readonly ValidEntry<Data>[] {
  // Most rules ask for the same collections, and a schema takes longer to check a file than it takes to read one.
  const byCollection =
    accepted.get(content) ?? new Map<Collection<unknown>, readonly ValidEntry<unknown>[]>();
  accepted.set(content, byCollection);
  const known = byCollection.get(collection) as readonly ValidEntry<Data>[] | undefined;
  const entries = known ?? acceptedBy(collection, entriesOf(content, collection));
  byCollection.set(collection, entries);
  return entries;
}

function acceptedBy<Data>({ schema }: Collection<Data>, entries: readonly Entry[]): ValidEntry<Data>[] {
  return entries.flatMap((entry) => {
    const { success, data } = schema.safeParse(entry.data);
    return success ? [{ entry, data }] : [];
  });
}

/** Every text among the fields, with the way to it. */
export function textsOf(data: unknown, path: FieldPath = []): { path: FieldPath; text: string }[] {
  if (typeof data === "string") return [{ path, text: data }];
  if (Array.isArray(data)) return data.flatMap((item, index) => textsOf(item, [...path, index]));
  if (data === null || typeof data !== "object") return [];
  return Object.entries(data).flatMap(([name, value]) => textsOf(value, [...path, name]));
}

function pathsOf(collection: Collection<unknown>, present: readonly string[]): string[] {
  const { folder, ending, names } = collection;
  const prefix = folder === "" ? "" : `${folder}/`;
  if (names) return names.map((name) => `${prefix}${name}.${ending}`);
  return present.filter((path) => path.startsWith(prefix) && path.endsWith(`.${ending}`));
}

function readFile(root: string, path: string, collection: Collection<unknown>): Entry | readonly Finding[] {
  const file = `content/${path}`;
  const source = readContentFile(root + path);
  const refuse = (slips: readonly Slip[], linesAbove = 0) =>
    slips.map(({ line, message }) => unreadable(path, message, line + linesAbove));

  const garbled = garbledLine(source);
  if (garbled) return refuse([garbled]);
  const parts =
    collection.ending === "mdx" ? /^---\n(.*?\n)---(?:\n(.*))?$/s.exec(source) : ["", source, undefined];
  if (!parts) return refuse([{ line: 1, message: NO_FIELDS }]);
  const [, fields = "", text = ""] = parts;
  // The fields of an .mdx file begin below its first ---.
  const linesAbove = collection.ending === "mdx" ? 1 : 0;
  const firstLine = linesAbove + fields.split("\n").length + 1;

  const read = readFields(fields);
  if (!("data" in read)) return refuse(read, linesAbove);
  const { data, document, counter } = read;

  const prose = proseParts(text, firstLine);
  if ("line" in prose) return refuse([prose]);

  const contents: unknown = document.contents;
  return {
    collection,
    id: idOf(path),
    file,
    data,
    prose,
    lines: text === "" ? [] : text.split("\n"),
    firstLine,
    lineOf: (path) => counter.linePos(offsetOf(contents, path)).line + linesAbove,
  };
}

const NO_FIELDS = "The file must begin with a line ---, then its fields, then a second line ---.";

/** Where the field that `path` leads to begins; as far as there is something to be found. */
function offsetOf(contents: unknown, path: FieldPath): number {
  let node: unknown = contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!isScalar(pair?.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (!isNode(item)) break;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return offset;
}

/** "courses/devops-full.yaml" is devops-full. */
function idOf(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.[a-z]+$/, "");
}

function unreadable(path: string, message: string, line = 1): Finding {
  return { group: "Cannot be read", file: `content/${path}`, line, message };
}

/** What the schemas refuse, each with the field and what is wrong. */
export function schemaErrors(content: Content): Finding[] {
  return content.entries.flatMap((entry) => {
    const { error } = entry.collection.schema.safeParse(entry.data, { error: editorsWords });
    return (error?.issues ?? []).map((issue) => refusal(entry, issue));
  });
}

/** What is wrong with a field, where the schema has no words of its own; the parser has some for the rest. */
function editorsWords(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, expected, input, inst, minimum, maximum, origin } = issue;
  const things = origin === "array" ? "entries" : "characters";
  if (code === "too_small" && origin !== "number") return `must have at least ${minimum} ${things}.`;
  if (code === "too_big" && origin !== "number") return `must have at most ${maximum} ${things}.`;
  if (code === "unrecognized_keys") {
    const { shape = {} } = inst as Partial<z.ZodObject>;
    return `is no field here. Those that exist are: ${Object.keys(shape).join(", ")}.`;
  }
  if (code === "too_small") return `must be ${minimum} or more.`;
  if (code === "too_big") return `must be ${maximum} or less.`;
  if (code !== "invalid_type") return undefined;
  if (input === undefined) return "is missing.";
  if (input === null) return "is empty.";
  if (expected === "boolean") return "must be true or false.";
  if (expected === "array") return "must be a list, each line with a dash and a space before it.";
  if (expected === "number" || expected === "int") return "must be a number in digits, e.g. 3.";
  if (expected !== "string") return undefined;
  return typeof input === "object"
    ? "must be a text. A colon makes a field of what stands before it: put quotes around the whole text."
    : `must be a text. Put quotes around it: "${input}".`;
}

function refusal(entry: Entry, issue: z.core.$ZodIssue): Finding {
  // The line of an unknown field is its own, not that of its block.
  const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  return findingAt(entry, path, "Fields", withField(path, issue.message));
}

/** "plans, 1st, naira, now: must be more than 0." The last name is left out where the words begin with it. */
function withField(path: FieldPath, message: string): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const field = fieldName(path);
  return field === "" || sentence.startsWith(`${field} `) ? sentence : `${field}: ${sentence}`;
}

/** "plans, 1st, naira": places in lists are counted from 1. */
export function fieldName(path: FieldPath): string {
  return path.map((step) => (typeof step === "number" ? ordinal(step + 1) : String(step))).join(", ");
}

function ordinal(place: number): string {
  const teens = place % 100 >= 11 && place % 100 <= 13;
  const ending = teens ? undefined : { 1: "st", 2: "nd", 3: "rd" }[place % 10];
  return `${place}${ending ?? "th"}`;
}
