import {
  type Country,
  getCountryCallingCode,
  isSupportedCountry,
  isValidPhoneNumber,
  parsePhoneNumber,
} from "react-phone-number-input/input";

export type { Country };

/** Whether this is a number as it is called from anywhere, in E.164. */
export function isPhoneNumber(number: string): boolean {
  // Validity alone lets the trunk 0 stand behind the country's code, where many networks do not take it.
  return isValidPhoneNumber(number) && parsePhoneNumber(number)?.number === number;
}

/** Null for a country whose numbers are not known. */
export function asPhoneCountry(code: string): Country | null {
  return isSupportedCountry(code) ? code : null;
}

/** The country that a number is of; undefined where it is no number, or nobody can tell. */
export function countryOf(number: string | undefined): Country | undefined {
  return number && isPhoneNumber(number) ? parsePhoneNumber(number)?.country : undefined;
}

/**
 * Digits as they are dialled at home, read as a number of a country: its trunk 0 is dropped where it has one.
 * @returns E.164, or undefined while they are too few to tell
 */
export function readNational(digits: string, country: Country): string | undefined {
  return parsePhoneNumber(`+${getCountryCallingCode(country)}${digits}`)?.number;
}

/**
 * What digits mean once another country is expected than the one they were read for: a number of that country. A number
 * that is right as it stands, and would be none there, was meant as it stands.
 * @param number how they were read until then
 */
export function readAgain(digits: string, number: string, country: Country): string | undefined {
  const read = readNational(digits, country);
  return isPhoneNumber(number) && !(read && isPhoneNumber(read)) ? number : read;
}

/** The digits of a number without its country's code; undefined while they are too few to tell. */
export function nationalPart(number: string): string | undefined {
  return parsePhoneNumber(number)?.nationalNumber;
}

/** What was dialled behind a country's code; null where a number does not begin with it. */
export function digitsBehindCode(number: string, country: Country): string | null {
  const code = `+${getCountryCallingCode(country)}`;
  return number.startsWith(code) ? number.slice(code.length) : null;
}
