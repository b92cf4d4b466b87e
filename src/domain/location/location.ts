import type { Currency } from "../money/money.ts";

/** The answer of the location lookup; whatever else it holds is kept as it came. */
export interface VisitorLocation {
  /** English name of the country, e.g. "Nigeria". */
  readonly country_name: string;
  /** ISO 3166-1 alpha-2, where the lookup tells it. */
  readonly country_code?: string;
}

/** Where the browser keeps the whole answer of the lookup, and the visitor's own choice: "ngn" or "usd". */
export const LOCATION_KEY = "location";
export const CURRENCY_KEY = "currency";

/** Reads an answer or a saved value; anything without a country_name string reads as no location. */
export function parseLocation(value: unknown): VisitorLocation | null {
  const name = (value as Partial<VisitorLocation> | null)?.country_name;
  return typeof name === "string" && name !== "" ? (value as VisitorLocation) : null;
}

/** Reads what is saved under "location": missing, the text "undefined" and broken JSON read as no location. */
export function parseSavedLocation(saved: string | null | undefined): VisitorLocation | null {
  try {
    return parseLocation(JSON.parse(saved ?? ""));
  } catch {
    return null;
  }
}

/** Whether the visitor is in Nigeria; not where nobody knows. */
export function isNigeria(location: VisitorLocation | null): boolean {
  return location?.country_name === "Nigeria";
}

/** What the visitor chose by hand, as saved or as a link's ?currency= says it. */
export function parseCurrencyChoice(value: string | null | undefined): Currency | null {
  const upper = value?.toUpperCase();
  return upper === "NGN" || upper === "USD" ? upper : null;
}

/** A choice by hand wins over the lookup; without either it is dollars. */
export function currencyFor(choice: Currency | null, location: VisitorLocation | null): Currency {
  return choice ?? (isNigeria(location) ? "NGN" : "USD");
}
