import { memo } from "react";
import { Field } from "./Field.tsx";

export interface SelectOption {
  readonly value: string;
  readonly text: string;
}

interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  options: readonly SelectOption[];
  onChange(value: string): void;
  required?: boolean;
  disabled?: boolean;
  autoComplete?: string;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string;
}

/** A labelled dropdown that begins with an empty choice. */
export function SelectField({
  label,
  hint,
  error,
  className = "",
  options,
  onChange,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <select {...control} {...select} onChange={(event) => onChange(event.target.value)}>
          <option value="">-Select-</option>
          <Options options={options} />
        </select>
      )}
    </Field>
  );
}

/** A long list is not gone through again with each key that is pressed elsewhere in the form. */
const Options = memo(function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
});
