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
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
