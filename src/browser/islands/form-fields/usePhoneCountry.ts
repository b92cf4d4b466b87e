import { useEffect, useState } from "react";
import {
  asPhoneCountry,
  type Country,
  countryOf,
  digitsBehindCode,
  isPhoneNumber,
  nationalPart,
  parseNational,
  reparseNational,
} from "~/domain/contact/phone-number.ts";

/** Used while the visitor's country is unknown. */
const DEFAULT_COUNTRY: Country = "US";

interface PhoneCountryInput {
  /** E.164, or undefined while empty. */
  value: string | undefined;
  onChange(value: string | undefined): void;
  /** ISO code of the expected country; null while unknown. */
  expected: string | null;
  /** Whether the country of this ISO code can be selected. */
  isListed(code: string): boolean;
}

/** The country of a phone field, and its number converted when that country changes. */
export function usePhoneCountry({ value, onChange, expected, isListed }: PhoneCountryInput) {
  const known = expected && isListed(expected) ? asPhoneCountry(expected) : null;
  const [adopted, setAdopted] = useState(known);
  const [chosen, setChosen] = useState<Country | null>(null);
  // The digits as typed: each country drops other digits (a trunk 0), and a change of country must not lose any.
  const [typed, setTyped] = useState<{ value: string | undefined; digits: string | null }>();
  const [isFocused, setIsFocused] = useState(false);

  const isTyped = typed !== undefined && typed.value === value;
  const currentCountry = chosen ?? adopted ?? DEFAULT_COUNTRY;
  const leftDigits = value && !isPhoneNumber(value) ? digitsBehindCode(value, currentCountry) : null;
  const digits = isTyped ? typed.digits : leftDigits;

  const isAssumed = !chosen && !adopted && isTyped && digits !== null;
  const numbered = isAssumed ? undefined : countryOf(value);
  // A territory that is not listed shares a calling code: its numbers stay as typed.
  const own = numbered && isListed(numbered) ? numbered : undefined;
  const [lastOwn, setLastOwn] = useState(own);
  // A valid number selects its country.
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
    const next = digits === null ? value : reparseNational(digits, value, known);
    // Not while the visitor is typing, nor while there is only a calling code.
    if (!next || (!isPhoneNumber(next) && (isFocused || digits === null))) return;
    if (next !== value) replace(next);
    setAdopted(known);
  });

  function choose(code: string) {
    const next = asPhoneCountry(code);
    if (!next) return;
    setChosen(next);
    const national = digits ?? (value && nationalPart(value));
    if (national) replace(parseNational(national, next));
  }

  return {
    country: chosen ?? own ?? adopted ?? DEFAULT_COUNTRY,
    /** @param text as typed into the field */
    type(number: string | undefined, text: string) {
      setTyped({ value: number, digits: text.startsWith("+") ? null : text.replace(/\D/g, "") });
      onChange(number);
    },
    choose,
    focus: setIsFocused,
  };
}
