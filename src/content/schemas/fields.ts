import { z } from "astro/zod";
import { type DualPrice, fromMajor } from "~/domain/money/money.ts";

/** Returns the schema of a text that a visitor reads, of `min` to `max` characters after trimming. */
export function text({ min = 1, max }: { min?: number; max: number }) {
  return z.string().trim().min(min).max(max);
}

/** Returns the schema of a list of `min` to `max` items. */
export function listOf<Item extends z.ZodType>(item: Item, { min, max }: { min: number; max: number }) {
  return z.array(item).min(min).max(max);
}

/** One of several short lines in a list. */
export const line = text({ min: 3, max: 160 });

/** The place of an entry. Entries with the same place would change their order at random. */
export const order = z.int().min(1).describe("Place in the row, counted from 1.");

/** Marks something that the academy still has to supply. */
export const placeholder = z
  .boolean()
  .default(false)
  .describe("true while the academy still has to supply this. Remove the line once it has.");

/** A photo that the academy takes of its tutors or learners. Without one, nothing is shown in its place. */
export const photo = z
  .strictObject({
    src: text({ min: 5, max: 120 })
      .startsWith("/", { error: 'src must begin with a slash, e.g. "/photos/class.jpg".' })
      .optional()
      .describe('A photo in the "public" folder, e.g. "/photos/class.jpg", 1200 by 800 pixels.'),
    alt: text({ min: 5, max: 160 }).describe("What it shows, for those who cannot see it."),
    placeholder,
  })
  .refine(({ src, placeholder }) => placeholder || src !== undefined, {
    path: ["src"],
    error: "src is missing. Write the photo's address, or keep placeholder: true.",
  });

/** A page's title. Search engines cut longer ones. */
export const metaTitle = text({ min: 3, max: 60 }).describe(
  "In the browser's tab and in search results: up to 60 characters.",
);

/** The text that search engines and shared links show under the title. */
export const metaDescription = text({ min: 70, max: 160 }).describe(
  "For search engines and shared links: 70 to 160 characters, one or two sentences.",
);

/** Heading of a block and the sentence or two under it. */
export const headingAndLead = {
  heading: text({ min: 3, max: 60 }).describe("One line on a desktop, two on a phone: up to 60 characters."),
  lead: text({ min: 20, max: 320 }).describe("One to three sentences."),
};

/** A short name with one sentence under it. */
export const titleAndSentence = z.strictObject({
  title: text({ min: 3, max: 45 }).describe("Up to 45 characters, no full stop."),
  sentence: text({ min: 20, max: 220 }).describe("One sentence, two at most."),
});

/** A number as some editors type it: "150,000", "N150 000". */
const GROUPED = /^[N₦$]?\d{1,3}([, ]\d{3})*$/;

/** Returns the schema of an amount as an editor writes it. @param unit "naira" or "dollars"; empty for either */
export function wholeAmount(unit: string) {
  const error = ({ input }: { input?: unknown }) => {
    const suggestion = typeof input === "string" && GROUPED.test(input) ? input.replace(/\D/g, "") : "15000";
    return `must be a whole number${unit && ` of ${unit}`}, without commas or signs: write ${suggestion}`;
  };
  return z.int({ error });
}

const price = (unit: string) => wholeAmount(unit).nonnegative({ error: "must be 0 or more" });

/**
 * A price as an editor writes it, in whole naira and whole dollars. The academy sets both; none is converted.
 */
export const priceFieldsSchema = z.strictObject({
  naira: price("naira").describe("Whole naira, without commas: 15000"),
  dollars: price("dollars").describe("Whole dollars: 9"),
});

/** A price in both currencies, turned into kobo and cents. */
export const priceSchema = priceFieldsSchema.transform(toDualPrice);

/** Returns a price in kobo and cents. @throws RangeError if a figure is not a whole number of at least 0 */
export function toDualPrice({ naira, dollars }: { naira: number; dollars: number }): DualPrice {
  return { NGN: fromMajor("NGN", naira), USD: fromMajor("USD", dollars) };
}
