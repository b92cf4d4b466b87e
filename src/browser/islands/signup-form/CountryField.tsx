import { useMemo } from "react";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import type { Country } from "~/domain/location/country-list.ts";
import { SelectField } from "../form-fields/SelectField.tsx";
import { useIncrementalList } from "../form-fields/useIncrementalList.ts";

interface CountryFieldProps {
  countries: readonly Country[];
  /** A country's name. */
  value: string;
  onChange(value: string): void;
}

/** Where the learner lives. */
export function CountryField({ countries, value, onChange }: CountryFieldProps) {
  const drawn = useIncrementalList(countries, 0);
  const options = useMemo(() => drawn.map(({ name }) => ({ value: name, text: name })), [drawn]);
  return (
    <SelectField
      label={FIELD_LABELS.country}
      name="country"
      value={value}
      options={options}
      onChange={onChange}
      autoComplete="country-name"
      disabled={drawn.length < countries.length}
      required
    />
  );
}
