import { memo, useRef } from "react";
import { flushSync } from "react-dom";
import PhoneInput, {
  type Country,
  getCountryCallingCode,
  isSupportedCountry,
} from "react-phone-number-input/input";
import type { Country as ListedCountry } from "~/domain/location/country-list.ts";
import { Field } from "./Field.tsx";
import { useIncrementalList } from "./useIncrementalList.ts";
import { usePhoneCountry } from "./usePhoneCountry.ts";

interface PhoneFieldProps {
  label: string;
  name: string;
  /** E.164, or undefined while empty. */
  value: string | undefined;
  onChange(value: string | undefined): void;
  countries: readonly ListedCountry[];
  /** How many incremental lists of the form come before this one's; see useIncrementalList. */
  turn?: number;
  /** ISO code of the expected country; null while unknown. */
  defaultCountry: string | null;
  autoComplete?: string;
  required?: boolean;
  error?: string | undefined;
}

/** A phone number: the calling code is selected, the number typed in national format. */
export function PhoneField(props: PhoneFieldProps) {
  const { label, name, value, onChange, countries, turn = 0, defaultCountry, error } = props;
  const shown = useIncrementalList(countries, turn);
  const input = useRef<HTMLInputElement>(null);
  const { country, choose, focus, type } = usePhoneCountry({
    value,
    onChange,
    expected: defaultCountry,
    isListed: (code) => countries.some((listed) => listed.code === code),
  });

  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className="grid max-[20rem]:grid-cols-1 grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)] gap-2">
          <select
            className="input input-code"
            aria-label={`${label}: country code`}
            value={country}
            disabled={shown.length < countries.length}
            onChange={(event) => choose(event.target.value)}
          >
            <CallingCodes countries={shown} />
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
            // The input compares its value with what was typed. Two keys pressed before a slow phone has rendered would
            // look like a change from outside, and the second one would be lost.
            onChange={(next) =>
              queueMicrotask(() => flushSync(() => type(next || undefined, input.current?.value ?? "")))
            }
          />
        </div>
      )}
    </Field>
  );
}

/** Memoised: not rendered again with each key pressed elsewhere in the form. */
const CallingCodes = memo(function CallingCodes({ countries }: { countries: readonly ListedCountry[] }) {
  return countries
    .filter(({ code }) => isSupportedCountry(code))
    .map(({ code, name }) => (
      <option key={code} value={code}>
        +{getCountryCallingCode(code as Country)} {name}
      </option>
    ));
});
