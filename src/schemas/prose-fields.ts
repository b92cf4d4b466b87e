import { z } from "astro/zod";

/**
 * A block of fields. A field it does not know is refused by name, so that a typing slip
 * (`quesiton:`) is caught instead of silently ignored.
 */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === "unrecognized_keys") {
        return `There is no field called "${issue.keys.join('", "')}" here. Check the spelling; the fields are: ${known}.`;
      }
      return `This part needs these fields, one a line: ${known}.`;
    },
  });
}

/**
 * Text that a visitor reads.
 * `what` names it in messages; `min` and `max` count characters after trimming.
 */
export function text(what: string, { min = 1, max }: { min?: number; max: number }) {
  return z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null
          ? `${what} is missing.`
          : `${what} must be text. Put it between "quotes" if it holds only a number or a date.`,
    })
    .trim()
    .min(min, {
      error: (issue) =>
        String(issue.input).trim() === ""
          ? `${what} is empty.`
          : `${what} is too short: write at least ${min} characters.`,
    })
    .max(max, {
      error: (issue) =>
        `${what} is too long: ${String(issue.input).length} characters, and at most ${max} fit in its place.`,
    });
}

/** One of a few fixed words; the message lists them all. */
export function oneOf<const Words extends readonly [string, ...string[]]>(what: string, words: Words) {
  return z.enum(words, { error: `${what} must be one of: ${words.join(", ")}.` });
}

/** A list of `min` to `max` things. */
export function listOf<Item extends z.ZodType>(
  what: string,
  item: Item,
  { min, max }: { min: number; max: number },
) {
  const message = `${what} must be a list of ${min === max ? min : `${min} to ${max}`}, each beginning with a dash.`;
  return z.array(item, { error: message }).min(min, message).max(max, message);
}

/** Place in the row, counted from 1. Two entries with the same place would swap at random. */
export const order = z
  .int({ error: "order must be a whole number: 1 for the first, 2 for the second, and so on." })
  .min(1, "order starts at 1.");

/** `placeholder: true` says that the academy still has to supply this. Remove the line once it has. */
export const placeholder = z
  .boolean({ error: "placeholder must be true or false, without quotes." })
  .default(false);

/** Title in the browser's tab and in search results. Up to 60 characters: search engines cut the rest. */
export const metaTitle = text("title", { min: 3, max: 60 });

/** What search engines and shared links show under the title: 70 to 160 characters, one or two sentences. */
export const metaDescription = text("description", { min: 70, max: 160 });

/** Heading of a block and the sentence or two under it. */
export const headingAndLead = {
  /** One line on a desktop, two on a phone: up to 60 characters. */
  heading: text("heading", { min: 3, max: 60 }),
  /** One to three sentences. */
  lead: text("lead", { min: 20, max: 320 }),
};

/** A short name with one sentence under it. */
export const titleAndSentence = fields({
  /** Up to 45 characters, no full stop. */
  title: text("title", { min: 3, max: 45 }),
  /** One sentence, two at most. */
  sentence: text("sentence", { min: 20, max: 220 }),
});
