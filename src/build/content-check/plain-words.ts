import type { z } from "astro/zod";

/** Words for an editor who writes no code, where a schema has none of its own. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case "unrecognized_keys":
      return `There is no field called ${issue.keys.join(", ")} here.`;
    case "invalid_type":
      if (issue.input === null && issue.expected === "object") return "has no fields";
      return isMissing ? "is missing" : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `${isMissing ? "is missing; it" : `is "${String(issue.input)}", but`} must be one of: ${issue.values.join(", ")}`;
    case "too_small":
      return String(issue.input).trim() === ""
        ? "is empty"
        : `is too ${issue.origin === "number" ? "small" : "short"}: at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return issue.origin === "string"
        ? `is too long: ${String(issue.input).length} characters, and at most ${issue.maximum} fit in its place`
        : `is too ${issue.origin === "number" ? "large" : "long"}: at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return undefined;
  }
};

const KINDS: Partial<Record<string, string>> = {
  string: 'text; put it between "quotes" if it holds only a number or a date',
  number: "a number, without a unit, commas, signs or quotes",
  int: "a whole number, without a unit, commas, signs or quotes",
  boolean: "true or false, without quotes",
  array: "a list, each thing on a line that begins with a dash",
  object: "a block of fields",
};

function unitOf(origin: string): string {
  return { string: " characters", array: " in the list" }[origin] ?? "";
}
