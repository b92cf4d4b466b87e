import type { VisitorLocation } from "./location.ts";

/**
 * Returns a visitor's country as a list spells it. The code is compared first, because names have several
 * spellings.
 * @param codes the list: each country's code by its name
 */
export function countryIn(codes: Readonly<Record<string, string>>, location: VisitorLocation | null): string {
  const listed = Object.keys(codes).find((name) => codes[name] === location?.country_code);
  return listed ?? location?.country_name ?? "";
}
