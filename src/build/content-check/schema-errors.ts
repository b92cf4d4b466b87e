import { z } from "astro/zod";
import { collections } from "~/content/schemas/collections.ts";
import { advice, nearestMeant } from "./advice.ts";
import type { Finding } from "./finding.ts";
import { plainWords } from "./plain-words.ts";
import { type Content, type Entry, type FieldPath, findingAt, validEntries } from "./read-entries.ts";

/** What the schemas refuse, each with the field, what is wrong and what would be right. */
export function schemaErrors(content: Content): Finding[] {
  const accepted = new Set(
    Object.values(collections).flatMap((collection) =>
      validEntries<unknown>(content, collection).map(({ entry }) => entry),
    ),
  );
  return content.entries.flatMap((entry) => {
    if (accepted.has(entry)) return [];
    const { error } = entry.collection.schema.safeParse(entry.data, { error: plainWords });
    const issues = error?.issues ?? [];
    const misspelt = new Set(issues.flatMap((issue) => meantField(entry, issue)));
    const reported = new Set<string>();
    return issues
      .filter((issue) => {
        const place = issue.path.join(".");
        if (misspelt.has(place) && valueAt(entry.data, issue.path) === undefined) return false;
        if (issue.code === "unrecognized_keys") return true;
        const isNew = !reported.has(place);
        reported.add(place);
        return isNew;
      })
      .map((issue) => refusal(entry, issue));
  });
}

/** The field that a misspelt one was meant to be: it is not reported as missing as well. */
function meantField(entry: Entry, issue: z.core.$ZodIssue): string[] {
  if (issue.code !== "unrecognized_keys") return [];
  return issue.keys.flatMap((key) => {
    const name = nearestMeant(key, fieldsAt(entry.collection.schema, issue.path));
    return name === null ? [] : [[...issue.path, name].join(".")];
  });
}

function refusal(entry: Entry, issue: z.core.$ZodIssue): Finding {
  // The line of an unknown field is its own, not that of its block.
  const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const value = valueAt(entry.data, issue.path);
  const isSilentlyMissing =
    issue.code.startsWith("invalid_") && value === undefined && !/missing/.test(issue.message);
  const words = isSilentlyMissing ? `is missing; it ${withoutName(issue.message, path)}` : issue.message;
  const hint = advice(issue, value, fieldsAt(entry.collection.schema, issue.path));
  const message = [withField(path, words), hint].filter(Boolean).join(" ");
  return findingAt(entry, path, "Fields", message);
}

/** "order must be a whole number" and "The order must be one" are "must be ..." once the field is named. */
function withoutName(message: string, path: FieldPath): string {
  const start = message.indexOf("must ");
  return start > 0 && start < String(path.at(-1)).length + 30 ? message.slice(start) : message;
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

function valueAt(data: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      value !== null && typeof value === "object"
        ? Object.entries(value).find(([name]) => name === String(step))?.[1]
        : undefined,
    data,
  );
}

/** Names of the fields of the block that `path` leads to. */
function fieldsAt(schema: z.ZodType, path: FieldPath): string[] {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Block;
  const block = path.reduce<Block | undefined>(
    (outer, step) => (typeof step === "number" ? outer?.items : outer?.properties?.[String(step)]),
    whole,
  );
  return Object.keys(block?.properties ?? {});
}

/** What is read of a schema in the words of JSON Schema. */
interface Block {
  readonly properties?: Readonly<Record<string, Block>>;
  readonly items?: Block;
}
