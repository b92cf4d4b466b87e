import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/core";
import metadata from "libphonenumber-js/max/metadata";

/** The types of number that reach a person. Freephone and premium numbers are not allowed: most digits match them. */
const REACHABLE_TYPES: readonly unknown[] = ["MOBILE", "FIXED_LINE", "FIXED_LINE_OR_MOBILE", "VOIP"];

/** Whether this is a valid number of a mobile or fixed line, in E.164. */
export function isPhoneNumber(number: string): boolean {
  const parsed = parsePhoneNumber(number);
  // The parser accepts a trunk 0 after the calling code, which many networks refuse.
  return parsed?.number === number && REACHABLE_TYPES.includes(parsed.getType());
}

/** Returns "+234" for "NG"; null for a country whose numbering plan is unknown. */
export function callingCode(code: string): string | null {
  return isKnownCountry(code) ? `+${getCountryCallingCode(code, metadata)}` : null;
}

/** Returns the national digits of a number with its calling code; undefined for any other text. */
export function nationalPart(typed: string): string | undefined {
  return parsePhoneNumber(dialledDigits(typed))?.nationalNumber;
}

export interface DialledNumber {
  /** E.164; the typed text if it cannot be parsed. */
  readonly number: string;
  /** ISO 3166-1 alpha-2 of the country in which it is valid, or of the likeliest; null if unknown. */
  readonly country: CountryCode | null;
}

/**
 * Reads a typed or pasted number: as dialled within the first of the given countries in which it is valid,
 * or else as an international number, with or without its plus or 00.
 * @param codes ISO 3166-1 alpha-2 of these countries, the likeliest first
 */
export function readDialled(typed: string, codes: readonly string[]): DialledNumber {
  const text = typed.trim();
  const countries = codes.filter(isKnownCountry);
  const [likeliest] = countries;
  // The parser's first call is slow on a cheap phone, so an empty text does not reach it.
  if (text === "") return { number: "", country: likeliest ?? null };
  const digits = dialledDigits(text);
  const international = parsePhoneNumber(digits.replace(/^\+?(00)?/, "+"));
  const readings = [...countries.map((country) => parsePhoneNumber(digits, country)), international];
  const valid = readings.find((reading) => reading && isPhoneNumber(reading.number));
  return {
    number: (valid ?? readings[0])?.number ?? text,
    country: valid?.country ?? likeliest ?? null,
  };
}

/**
 * Returns the characters that are dialled, without spaces, dashes and invisible marks. Letters stay: no
 * number has an O for its 0.
 */
function dialledDigits(typed: string): string {
  return typed.normalize("NFKC").replace(/[^+\p{L}\p{N}]+/gu, "");
}

function parsePhoneNumber(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, defaultCountry ? { defaultCountry } : {}, metadata);
}

function isKnownCountry(code: string): code is CountryCode {
  return isSupportedCountry(code as CountryCode, metadata);
}
