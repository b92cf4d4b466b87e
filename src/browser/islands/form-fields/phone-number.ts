import {
  type Country,
  getCountryCallingCode,
  isSupportedCountry,
  isValidPhoneNumber,
  parsePhoneNumber,
} from "react-phone-number-input/input";

export type { Country };

/** Whether this is a valid number in E.164. */
export function isPhoneNumber(number: string): boolean {
  // The library's check accepts a trunk 0 behind the calling code, which many networks refuse.
  return isValidPhoneNumber(number) && parsePhoneNumber(number)?.number === number;
}

/** Null for a country whose numbering plan is unknown. */
export function asPhoneCountry(code: string): Country | null {
  return isSupportedCountry(code) ? code : null;
}

/** The country of a number; undefined where it is invalid or ambiguous. */
export function countryOf(number: string | undefined): Country | undefined {
  return number && isPhoneNumber(number) ? parsePhoneNumber(number)?.country : undefined;
}

/**
 * Parses national digits as a number of a country; a trunk 0 is dropped.
 * @returns E.164, or undefined while there are too few digits
 */
export function parseNational(digits: string, country: Country): string | undefined {
  return parsePhoneNumber(`+${getCountryCallingCode(country)}${digits}`)?.number;
}

/**
 * Parses national digits again for another country, unless the number is valid as it was parsed and would not be there.
 * @param number in E.164, as the digits were parsed before
 */
export function reparseNational(digits: string, number: string, country: Country): string | undefined {
  const parsed = parseNational(digits, country);
  return isPhoneNumber(number) && !(parsed && isPhoneNumber(parsed)) ? number : parsed;
}

/** The national digits of a number; undefined while there are too few. */
export function nationalPart(number: string): string | undefined {
  return parsePhoneNumber(number)?.nationalNumber;
}

/** The digits behind a country's calling code; null where a number does not begin with it. */
export function digitsBehindCode(number: string, country: Country): string | null {
  const code = `+${getCountryCallingCode(country)}`;
  return number.startsWith(code) ? number.slice(code.length) : null;
}
