import { z } from "astro/zod";
import { distance } from "fastest-levenshtein";
import { dayInText } from "~/domain/dates/day-in-text.ts";
import { nearestNames } from "~/domain/words/nearest-names.ts";

/**
 * A suggested correction, where it can be derived from what was typed; else "".
 * @param value what was typed
 * @param known names of the fields of the block in which a field is unknown
 */
export function advice(issue: z.core.$ZodIssue, value: unknown, known: readonly string[]): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return unknownField(issue.keys[0] ?? "", known);
    case "invalid_value":
      return typeof value === "string" ? didYouMean(value, issue.values.map(String)) : "";
    case "invalid_type":
      return value === null && issue.expected === "object"
        ? fieldsHere(known)
        : otherKind(issue.expected, value);
    case "invalid_format":
      return issue.format === "date" ? asDay(value) : "";
    default:
      return "";
  }
}

/** In `{ naira: 150,000 }` the comma ends the price, and 000 reads as the next field. */
function unknownField(name: string, known: readonly string[]): string {
  if (/^\d+$/.test(name)) return "A price has no comma in it: write 150000, not 150,000.";
  const near = didYouMean(name, known);
  return near || fieldsHere(known);
}

function fieldsHere(known: readonly string[]): string {
  return known.length === 0 ? "" : `The fields here are: ${known.join(", ")}.`;
}

function didYouMean(value: string, names: readonly string[]): string {
  const name = nearestMeant(value, names);
  return name === null ? "" : `Did you mean ${name}?`;
}

/** The likest of the names, unless more than half of its letters are other ones. */
export function nearestMeant(value: string, names: readonly string[]): string | null {
  const [nearest] = nearestNames(value, names);
  if (nearest === undefined) return null;
  const slips = distance(value.toLowerCase(), nearest.toLowerCase());
  return slips > Math.max(value.length, nearest.length) / 2 ? null : nearest;
}

function otherKind(expected: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  const typed = String(value).trim();
  if (expected === "number" || expected === "int") {
    const figure = typed.replace(/^(NGN|USD|[N₦$])\s*/i, "").replace(/,(?=\d{3})/g, "");
    return /^\d+(\.\d+)?$/.test(figure) ? `Write ${figure}${typed === figure ? " without quotes" : ""}.` : "";
  }
  if (expected === "boolean") {
    if (/^(yes|y|on|true|1)$/i.test(typed)) return "Write true.";
    if (/^(no|n|off|false|0)$/i.test(typed)) return "Write false.";
  }
  if (expected === "array" && typeof value !== "object") {
    return `Write a dash and a space before each of its lines: "- ${typed.replace(/ - .*/s, "")}".`;
  }
  if (expected === "string" && typeof value === "object" && !Array.isArray(value)) {
    return 'A text that has a colon and a space in it must stand between "quotes".';
  }
  return "";
}

/** A day in words, or day, month and year in figures; where it could be month, day and year too, nothing is guessed. */
function asDay(value: unknown): string {
  if (typeof value !== "string") return "";
  const [, first = "", month = "", year = ""] =
    /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(value.trim()) ?? [];
  const day =
    Number(first) > 12 ? `${year}-${month.padStart(2, "0")}-${first.padStart(2, "0")}` : dayInText(value);
  return day !== null && z.iso.date().safeParse(day).success ? `Write "${day}".` : "";
}
