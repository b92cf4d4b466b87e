import type { z } from "astro/zod";
import type { Finding } from "./finding.ts";
import { type Content, type Entry, type FieldPath, findingAt } from "./read-entries.ts";

/** What the schemas refuse, each with the field and what is wrong. */
export function schemaErrors(content: Content): Finding[] {
  return content.entries.flatMap((entry) => {
    const { error } = entry.collection.schema.safeParse(entry.data);
    return (error?.issues ?? []).map((issue) => refusal(entry, issue));
  });
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
