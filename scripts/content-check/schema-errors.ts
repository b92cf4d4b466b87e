import { z } from "astro/zod";
import { advice, nearestMeant } from "./advice.ts";
import { collections } from "./collections.ts";
import type { Finding } from "./finding.ts";
import { type Content, type Entry, type FieldPath, validEntries } from "./read-entries.ts";

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
    const told = new Set<string>();
    return issues
      .filter((issue) => {
        const place = issue.path.join(".");
        if (misspelt.has(place) && valueAt(entry.data, issue.path) === undefined) return false;
        if (issue.code === "unrecognized_keys") return true;
        const isNew = !told.has(place);
        told.add(place);
        return isNew;
      })
      .map((issue) => refusal(entry, issue));
  });
}

/** The field that a misspelt one was to be: that it is missing need not be told as well. */
function meantField(entry: Entry, issue: z.core.$ZodIssue): string[] {
  if (issue.code !== "unrecognized_keys") return [];
  return issue.keys.flatMap((key) => {
    const name = nearestMeant(key, fieldsAt(entry.collection.schema, issue.path));
    return name === null ? [] : [[...issue.path, name].join(".")];
  });
}

function refusal(entry: Entry, issue: z.core.$ZodIssue): Finding {
  // An unknown field is found by its own name, not by the block it stands in.
  const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const value = valueAt(entry.data, issue.path);
  const isSilentlyMissing =
    issue.code.startsWith("invalid_") && value === undefined && !/missing/.test(issue.message);
  const words = isSilentlyMissing ? `is missing; it ${withoutName(issue.message, path)}` : issue.message;
  const hint = advice(issue, value, fieldsAt(entry.collection.schema, issue.path));
  const message = [withField(path, words), hint].filter(Boolean).join(" ");
  return { group: "Fields", file: entry.file, line: entry.lineOf(path), message };
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
function fieldsAt(schema: z.core.$ZodType, path: FieldPath): string[] {
  if (schema instanceof z.core.$ZodObject) {
    const { shape } = schema._zod.def;
    const [step, ...rest] = path;
    if (step === undefined) return Object.keys(shape);
    const field = shape[String(step)];
    return field ? fieldsAt(field, rest) : [];
  }
  if (schema instanceof z.core.$ZodArray) return fieldsAt(schema._zod.def.element, path.slice(1));
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodDefault) {
    return fieldsAt(schema._zod.def.innerType, path);
  }
  return schema instanceof z.core.$ZodPipe ? fieldsAt(schema._zod.def.in, path) : [];
}

/** Words for what a schema does not put in words of its own. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case "unrecognized_keys":
      return `There is no field called ${issue.keys.join(", ")} here.`;
    case "invalid_type":
      return isMissing ? "is missing" : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `${isMissing ? "is missing; it" : `is "${String(issue.input)}", but`} must be one of: ${issue.values.join(", ")}`;
    case "too_small":
      return `is too ${issue.origin === "number" ? "small" : "short"}: at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return `is too ${issue.origin === "number" ? "large" : "long"}: at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return undefined;
  }
};

const KINDS: Partial<Record<string, string>> = {
  string: 'text; put it between "quotes" if it holds only a number or a date',
  number: "a number, without commas, signs or quotes",
  int: "a whole number, without commas, signs or quotes",
  boolean: "true or false, without quotes",
  array: "a list, each thing on a line that begins with a dash",
  object: "a block of fields",
};

function unitOf(origin: string): string {
  return { string: " characters", array: " in the list" }[origin] ?? "";
}
