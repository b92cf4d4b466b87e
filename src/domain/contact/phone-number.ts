import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/core";
import metadata from "libphonenumber-js/max/metadata";

/** Numbers that reach a person. Freephone, premium and personal numbers do not, and take almost any digits. */
const PERSONS_LINES: readonly unknown[] = ["MOBILE", "FIXED_LINE", "FIXED_LINE_OR_MOBILE", "VOIP"];

/** Whether this is a valid number of a mobile or fixed line, in E.164. */
export function isPhoneNumber(number: string): boolean {
  const parsed = parsePhoneNumber(number);
  // The parser takes a trunk 0 behind the calling code, which many networks refuse.
  return parsed?.number === number && PERSONS_LINES.includes(parsed.getType());
}

/** "+234" of "NG"; null for a country whose numbering plan is unknown. */
export function callingCode(code: string): string | null {
  return isKnownCountry(code) ? `+${getCountryCallingCode(code, metadata)}` : null;
}

/** The national digits of a number that has its calling code; undefined of any other, and while there are too few. */
export function nationalPart(typed: string): string | undefined {
  return parsePhoneNumber(dialledDigits(typed))?.nationalNumber;
}

/** A number as it was typed, and what it was read as. */
export interface DialledNumber {
  /** E.164; what was typed where it cannot be read as a number. */
  readonly number: string;
  /** ISO 3166-1 alpha-2 of the country in which it is valid; else of the likeliest, or null where none is known. */
  readonly country: CountryCode | null;
}

/**
 * Reads a number as it was typed or pasted: as it is dialled in the first of several countries in which it is valid, else
 * with its calling code, behind a plus, 00 or nothing.
 * @param codes ISO 3166-1 alpha-2 of these countries, the likeliest first
 */
export function readDialled(typed: string, codes: readonly string[]): DialledNumber {
  const text = typed.trim();
  const countries = codes.filter(isKnownCountry);
  const [likeliest] = countries;
  // The first call of the parser is slow on a cheap phone.
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
