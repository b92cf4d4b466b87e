import { memo, useRef } from "react";
import { flushSync } from "react-dom";
import PhoneInput, {
  type Country,
  getCountryCallingCode,
  isSupportedCountry,
} from "react-phone-number-input/input";
import type { Country as Listed } from "~/domain/location/country-list.ts";
import { Field } from "./Field.tsx";
import { useGradually } from "./useGradually.ts";
import { usePhoneCountry } from "./usePhoneCountry.ts";

interface PhoneFieldProps {
  label: string;
  name: string;
  /** E.164, or undefined while empty. */
  value: string | undefined;
  onChange(value: string | undefined): void;
  countries: readonly Listed[];
  /** How many long lists of the form are drawn before this one's. */
  turn?: number;
  /** ISO code of the country whose numbers are expected; null while nobody knows. */
  defaultCountry: string | null;
  autoComplete?: string;
  required?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A phone number: the country's code is chosen, the number typed as people write it at home. */
export function PhoneField(props: PhoneFieldProps) {
  const { label, name, value, onChange, countries, turn = 0, defaultCountry, hint, error } = props;
  const drawn = useGradually(countries, turn);
  const input = useRef<HTMLInputElement>(null);
  const { country, choose, focus, type } = usePhoneCountry({
    value,
    onChange,
    expected: defaultCountry,
    isListed: (code) => countries.some((listed) => listed.code === code),
  });

  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="grid max-[20rem]:grid-cols-1 grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)] gap-2">
          <select
            className="input input-code"
            aria-label={`${label}: country code`}
            value={country}
            disabled={drawn.length < countries.length}
            onChange={(event) => choose(event.target.value)}
          >
            <CallingCodes countries={drawn} />
          </select>
          <PhoneInput
            {...control}
            ref={input}
            name={name}
            type="tel"
            inputMode="tel"
            required={props.required}
            autoComplete={props.autoComplete ?? "tel"}
            defaultCountry={country}
            onFocus={() => focus(true)}
            onBlur={() => focus(false)}
            useNationalFormatForDefaultCountryValue
            value={value ?? ""}
            // The input compares what it was given with what was typed since. Two keys pressed before a slow phone has
            // drawn would look to it like a change from outside, and it would take the second one back.
            onChange={(next) =>
              queueMicrotask(() => flushSync(() => type(next || undefined, input.current?.value ?? "")))
            }
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
