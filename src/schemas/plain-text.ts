import { z } from "astro/zod";

/**
 * A text that an editor types, without line breaks at its ends.
 *
 * @param what how the refusal calls it, e.g. `The summary`
 * @param min and @param max length in characters, both included
 */
export function plainText(what: string, min: number, max: number) {
  return z
    .string({
      error: (issue) => (issue.input === undefined ? `${what} is missing.` : `${what} must be text.`),
    })
    .trim()
    .min(min, `${what} is too short: write at least ${min} characters.`)
    .max(max, `${what} is too long: keep it to ${max} characters.`);
}

/**
 * A list of plain texts in the order in which they are shown.
 *
 * @param what how the refusal calls the list, e.g. `The list of jobs`
 * @param min and @param max number of entries, both included
 */
export function plainTextList(what: string, min: number, max: number) {
  return z
    .array(plainText(`Each line of ${lowerFirst(what)}`, 3, 160), {
      error: (issue) => (issue.input === undefined ? `${what} is missing.` : `${what} must be a list.`),
    })
    .min(min, `${what} is too short: it needs at least ${min} lines.`)
    .max(max, `${what} is too long: keep it to ${max} lines.`);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
