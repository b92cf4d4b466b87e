import { useEffect, useState } from "react";
import {
  asPhoneCountry,
  type Country,
  countryOf,
  digitsBehindCode,
  isPhoneNumber,
  nationalPart,
  readAgain,
  readNational,
} from "./phone-number.ts";

/** Whose numbers are read while nobody knows the visitor's country. */
const ASSUMED: Country = "US";

interface PhoneCountryInput {
  /** E.164, or undefined while empty. */
  value: string | undefined;
  onChange(value: string | undefined): void;
  /** ISO code of the country whose numbers are expected; null while nobody knows. */
  expected: string | null;
  /** Whether the visitor can choose the country of this ISO code. */
  isListed(code: string): boolean;
}

interface PhoneCountryControl {
  readonly country: Country;
  /** @param text what stands in the field for the number */
  type(number: string | undefined, text: string): void;
  choose(code: string): void;
  /** The visitor has come to the number, or left it. */
  focus(isFocused: boolean): void;
}

/** The country whose numbers a field takes, and what a number becomes when that country is another. */
export function usePhoneCountry({
  value,
  onChange,
  expected,
  isListed,
}: PhoneCountryInput): PhoneCountryControl {
  const known = expected && isListed(expected) ? asPhoneCountry(expected) : null;
  const [adopted, setAdopted] = useState(known);
  const [chosen, setChosen] = useState<Country | null>(null);
  // Another country may take other digits off a number than the one that it was typed for: none are lost this way.
  const [typed, setTyped] = useState<{ value: string | undefined; digits: string | null }>();
  const [isFocused, setIsFocused] = useState(false);

  const isTyped = typed !== undefined && typed.value === value;
  const reader = chosen ?? adopted ?? ASSUMED;
  const leftDigits = value && !isPhoneNumber(value) ? digitsBehindCode(value, reader) : null;
  const digits = isTyped ? typed.digits : leftDigits;

  const isAssumed = !chosen && !adopted && isTyped && digits !== null;
  const numbered = isAssumed ? undefined : countryOf(value);
  // A territory that is not listed shares a country's code: its numbers stand as they were typed.
  const own = numbered && isListed(numbered) ? numbered : undefined;
  const [lastOwn, setLastOwn] = useState(own);
  // A number says where it is from, by its own country code or by being right where it was expected.
  if (own !== lastOwn) {
    setLastOwn(own);
    if (own) setChosen(own);
  }
  if (known && known !== adopted && (!value || chosen)) setAdopted(known);

  function replace(next: string | undefined) {
    setTyped({ value: next, digits });
    onChange(next);
  }

  useEffect(() => {
    if (!known || known === adopted || !value || chosen) return;
    const next = digits === null ? value : readAgain(digits, value, known);
    // While a number is being typed, nothing changes under the visitor's fingers; nor does a code that wants its number.
    if (!next || (!isPhoneNumber(next) && (isFocused || digits === null))) return;
    if (next !== value) replace(next);
    setAdopted(known);
  });

  function choose(code: string) {
    const next = asPhoneCountry(code);
    if (!next) return;
    setChosen(next);
    const national = digits ?? (value && nationalPart(value));
    if (national) replace(readNational(national, next));
  }

  return {
    country: chosen ?? own ?? adopted ?? ASSUMED,
    type(number, text) {
      setTyped({ value: number, digits: text.startsWith("+") ? null : text.replace(/\D/g, "") });
      onChange(number);
    },
    choose,
    focus: setIsFocused,
  };
}
