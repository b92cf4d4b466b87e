import type { Currency } from "~/domain/money/money.ts";

/** The answer of the location lookup; other fields are stored with it. */
export interface VisitorLocation {
  /** The country's English name, e.g. "Nigeria". */
  readonly country_name: string;
  /** ISO 3166-1 alpha-2; not every lookup has it. */
  readonly country_code?: string;
  /** The calling code with its plus sign: "+234". Not every lookup has it. */
  readonly country_calling_code?: string;
}

/** The key in localStorage of the lookup's whole answer. */
export const LOCATION_KEY = "location";
/** The key in localStorage of the visitor's choice: "ngn" or "usd". */
export const CURRENCY_KEY = "currency";

/** Parses an answer or a stored value; null without a country_name. */
export function parseLocation(value: unknown): VisitorLocation | null {
  const name = (value as Partial<VisitorLocation> | null)?.country_name;
  return typeof name === "string" && name !== "" ? (value as VisitorLocation) : null;
}

/** Parses the stored location; null when it is missing, the text "undefined" or invalid JSON. */
export function parseSavedLocation(saved: string | null | undefined): VisitorLocation | null {
  try {
    return parseLocation(JSON.parse(saved ?? ""));
  } catch {
    return null;
  }
}

/** Parses a chosen currency, from storage or a link's ?currency=. */
export function parseCurrencyChoice(value: string | null | undefined): Currency | null {
  const upper = value?.toUpperCase();
  return upper === "NGN" || upper === "USD" ? upper : null;
}

/** Returns the visitor's choice or else the location's currency; dollars without either. */
export function currencyFor(choice: Currency | null, location: VisitorLocation | null): Currency {
  return choice ?? (location?.country_name === "Nigeria" ? "NGN" : "USD");
}

/**
 * Whether a learner must pay in naira, by the academy's rule for Nigeria. An enrolment whose currency is
 * fixed keeps it, and a payer's link offers both.
 * @param country the learner's or, while it is unknown, the visitor's
 */
export function paysNairaOnly(
  country: string,
  { dollarsInNigeria }: { readonly dollarsInNigeria: boolean },
): boolean {
  return !dollarsInNigeria && country === "Nigeria";
}

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** English name. */
  readonly name: string;
}
