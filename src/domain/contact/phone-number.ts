import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  isValidPhoneNumber,
  parsePhoneNumberFromString as parsePhoneNumber,
} from "libphonenumber-js/min";

/** Whether this is a valid number in E.164. */
export function isPhoneNumber(number: string): boolean {
  // The library's check accepts a trunk 0 behind the calling code, which many networks refuse.
  return isValidPhoneNumber(number) && parsePhoneNumber(number)?.number === number;
}

/** "+234" of "NG"; null for a country whose numbering plan is unknown. */
export function callingCode(code: string): string | null {
  return isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : null;
}

/** The national digits of a number; undefined while there are too few. */
export function nationalPart(number: string): string | undefined {
  return parsePhoneNumber(number)?.nationalNumber;
}

/** A number as it was typed, and what it was read as. */
export interface DialledNumber {
  /** E.164; what was typed where it cannot be read as a number. */
  readonly number: string;
  /** ISO 3166-1 alpha-2 of the country in which it is valid; else of the likeliest, or null where none is known. */
  readonly country: CountryCode | null;
}

/**
 * A number as it was typed: with its calling code, or as it is dialled in the first of several countries in which it is valid.
 * @param codes ISO 3166-1 alpha-2 of these countries, the likeliest first
 */
export function readDialled(typed: string, codes: readonly string[]): DialledNumber {
  const text = typed.trim();
  const countries = codes.filter((code): code is CountryCode => isSupportedCountry(code));
  const [likeliest] = countries;
  // The first call of the parser is slow on a cheap phone.
  if (text === "") return { number: "", country: likeliest ?? null };
  const readings = [...countries, undefined].map((country) => parsePhoneNumber(text, country));
  const valid = readings.find((reading) => reading && isPhoneNumber(reading.number));
  return {
    number: (valid ?? readings[0])?.number ?? text,
    country: valid?.country ?? likeliest ?? null,
  };
}
