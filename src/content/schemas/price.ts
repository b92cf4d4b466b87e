import { z } from "astro/zod";
import { type DualPrice, fromMajor } from "~/domain/money/money.ts";

const wholeAmount = (unit: string) =>
  z
    .int({ error: `must be a whole number of ${unit}, without commas or signs, e.g. 15000` })
    .nonnegative({ error: "must be 0 or more" });

/** What an editor writes: whole naira and whole dollars; both are set by the academy, none is converted. */
export const priceFieldsSchema = z.strictObject({
  naira: wholeAmount("naira").describe("Whole naira, without commas: 15000"),
  dollars: wholeAmount("dollars").describe("Whole dollars: 9"),
});

/** A price in both currencies, turned into kobo and cents. */
export const priceSchema = priceFieldsSchema.transform(toDualPrice);

/** @throws RangeError when a figure is not a whole number of at least 0 */
export function toDualPrice({ naira, dollars }: { naira: number; dollars: number }): DualPrice {
  return { NGN: fromMajor("NGN", naira), USD: fromMajor("USD", dollars) };
}
