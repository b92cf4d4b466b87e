import { useEffect, useState } from "react";
import PhoneInput, {
  type Country,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumber,
} from "react-phone-number-input/input";
import { Field } from "./Field.tsx";

export interface PhoneCountry {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
}

interface PhoneFieldProps {
  label: string;
  name: string;
  /** E.164, or undefined while empty. */
  value: string | undefined;
  onChange(value: string | undefined): void;
  countries: readonly PhoneCountry[];
  /** ISO code of the country whose numbers are expected at first. */
  defaultCountry: string;
  autoComplete?: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A phone number: the country's code is chosen, the number typed as people write it at home. */
export function PhoneField(props: PhoneFieldProps) {
  const { label, name, value, onChange, countries, defaultCountry, hint, error } = props;
  const [chosen, setChosen] = useState<Country | null>(null);
  const isListed = (code: string | undefined) => countries.some((country) => country.code === code);
  const numbered = value ? parsePhoneNumber(value)?.country : undefined;
  // A territory that is not listed shares a country's code: its numbers stand as they were typed.
  const typed = isListed(numbered) ? numbered : undefined;
  const country = chosen ?? typed ?? toCountry(isListed(defaultCountry) ? defaultCountry : "US");

  // A number that came with its own country code says where it is from.
  useEffect(() => {
    if (typed) setChosen(typed);
  }, [typed]);

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
            onChange={(event) => changeCountry(event.target.value)}
          >
            {countries
              .filter(({ code }) => isSupportedCountry(code))
              .map(({ code, name: countryName }) => (
                <option key={code} value={code}>
                  +{getCountryCallingCode(code as Country)} {countryName}
                </option>
              ))}
          </select>
          <PhoneInput
            {...control}
            key={country}
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete={props.autoComplete ?? "tel"}
            defaultCountry={country}
            useNationalFormatForDefaultCountryValue
            value={value ?? ""}
            onChange={(next) => onChange(next || undefined)}
          />
        </div>
      )}
    </Field>
  );
}

function toCountry(code: string): Country {
  return isSupportedCountry(code) ? code : "US";
}
