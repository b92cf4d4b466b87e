import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  isValidPhoneNumber,
  parsePhoneNumberFromString as parsePhoneNumber,
} from "libphonenumber-js/min";

export type { CountryCode as Country };

/** Whether this is a valid number in E.164. */
export function isPhoneNumber(number: string): boolean {
  // The library's check accepts a trunk 0 behind the calling code, which many networks refuse.
  return isValidPhoneNumber(number) && parsePhoneNumber(number)?.number === number;
}

/** Null for a country whose numbering plan is unknown. */
export function asPhoneCountry(code: string): CountryCode | null {
  return isSupportedCountry(code) ? code : null;
}

/** The country of a number; undefined where it is invalid or ambiguous. */
export function countryOf(number: string | undefined): CountryCode | undefined {
  return number && isPhoneNumber(number) ? parsePhoneNumber(number)?.country : undefined;
}

/**
 * Parses national digits as a number of a country; a trunk 0 is dropped.
 * @returns E.164, or undefined while there are too few digits
 */
export function parseNational(digits: string, country: CountryCode): string | undefined {
  return parsePhoneNumber(`+${getCountryCallingCode(country)}${digits}`)?.number;
}

/**
 * Parses national digits again for another country, unless the number is valid as it was parsed and would not be there.
 * @param number in E.164, as the digits were parsed before
 */
export function reparseNational(digits: string, number: string, country: CountryCode): string | undefined {
  const parsed = parseNational(digits, country);
  return isPhoneNumber(number) && !(parsed && isPhoneNumber(parsed)) ? number : parsed;
}

/** The national digits of a number; undefined while there are too few. */
export function nationalPart(number: string): string | undefined {
  return parsePhoneNumber(number)?.nationalNumber;
}

/** The digits behind a country's calling code; null where a number does not begin with it. */
export function digitsBehindCode(number: string, country: CountryCode): string | null {
  const code = `+${getCountryCallingCode(country)}`;
  return number.startsWith(code) ? number.slice(code.length) : null;
}

/**
 * A number as it was typed, in E.164: with its calling code, or as it is dialled in a country.
 * @param code ISO 3166-1 alpha-2 of that country; null while it is not known
 * @returns what was typed where it cannot be read as a number
 */
export function asDialled(typed: string, code: string | null): string {
  const text = typed.trim();
  const country = code ? asPhoneCountry(code) : null;
  return parsePhoneNumber(text, country ?? undefined)?.number ?? text;
}
