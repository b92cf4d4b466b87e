import { memo, useState } from "react";
import { flushSync } from "react-dom";
import PhoneInput, {
  type Country,
  getCountryCallingCode,
  isPossiblePhoneNumber,
  isSupportedCountry,
  parsePhoneNumber,
} from "react-phone-number-input/input";
import type { Country as Listed } from "~/domain/location/country-list.ts";
import { Field } from "./Field.tsx";
import { useGradually } from "./useGradually.ts";

interface PhoneFieldProps {
  label: string;
  name: string;
  /** E.164, or undefined while empty. */
  value: string | undefined;
  onChange(value: string | undefined): void;
  countries: readonly Listed[];
  /** How many long lists of the form are drawn before this one's. */
  turn?: number;
  /** ISO code of the country whose numbers are expected at first. */
  defaultCountry: string;
  autoComplete?: string;
  required?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A phone number: the country's code is chosen, the number typed as people write it at home. */
export function PhoneField(props: PhoneFieldProps) {
  const { label, name, value, onChange, countries, turn = 0, defaultCountry, hint, error } = props;
  const drawn = useGradually(countries, turn);
  const [chosen, setChosen] = useState<Country | null>(null);
  const isListed = (code: string | undefined) => countries.some((country) => country.code === code);
  // While a number is being typed, nothing changes under the visitor's fingers.
  const numbered = value && isPossiblePhoneNumber(value) ? parsePhoneNumber(value)?.country : undefined;
  // A territory that is not listed shares a country's code: its numbers stand as they were typed.
  const typed = isListed(numbered) ? numbered : undefined;
  const [lastTyped, setLastTyped] = useState(typed);
  // A number that came with its own country code says where it is from.
  if (typed !== lastTyped) {
    setLastTyped(typed);
    if (typed) setChosen(typed);
  }
  const country = chosen ?? typed ?? toCountry(isListed(defaultCountry) ? defaultCountry : "US");

  function changeCountry(code: string) {
    const next = toCountry(code);
    setChosen(next);
    const national = value ? parsePhoneNumber(value)?.nationalNumber : undefined;
    if (national) onChange(`+${getCountryCallingCode(next)}${national}`);
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="grid grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)] gap-2">
          <select
            className="input input-code"
            aria-label={`${label}: country code`}
            value={country}
            disabled={drawn.length < countries.length}
            onChange={(event) => changeCountry(event.target.value)}
          >
            <CallingCodes countries={drawn} />
          </select>
          <PhoneInput
            {...control}
            name={name}
            type="tel"
            inputMode="tel"
            required={props.required}
            autoComplete={props.autoComplete ?? "tel"}
            defaultCountry={country}
            useNationalFormatForDefaultCountryValue
            value={value ?? ""}
            // The input compares what it was given with what was typed since. Two keys pressed before a slow phone has
            // drawn would look to it like a change from outside, and it would take the second one back.
            onChange={(next) => queueMicrotask(() => flushSync(() => onChange(next || undefined)))}
          />
        </div>
      )}
    </Field>
  );
}

/** Not gone through again with each key that is pressed elsewhere in the form. */
const CallingCodes = memo(function CallingCodes({ countries }: { countries: readonly Listed[] }) {
  return countries
    .filter(({ code }) => isSupportedCountry(code))
    .map(({ code, name }) => (
      <option key={code} value={code}>
        +{getCountryCallingCode(code as Country)} {name}
      </option>
    ));
});

function toCountry(code: string): Country {
  return isSupportedCountry(code) ? code : "US";
}
