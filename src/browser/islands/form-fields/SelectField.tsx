import { memo } from "react";
import { Field } from "./Field.tsx";

export interface SelectOption {
  readonly value: string;
  readonly text: string;
  /** Shown, and not to be chosen. */
  readonly isOver?: boolean;
}

interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  options: readonly SelectOption[];
  onChange(value: string): void;
  /** What the empty choice says. */
  blank?: string;
  required?: boolean;
  disabled?: boolean;
  autoComplete?: string;
  hint?: string | undefined;
  error?: string | undefined;
}

export function SelectField({
  label,
  hint,
  error,
  blank = "-Select-",
  options,
  onChange,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} {...select} onChange={(event) => onChange(event.target.value)}>
          <option value="">{blank}</option>
          <Options options={options} />
        </select>
      )}
    </Field>
  );
}

/** Memoised: a long list is not rendered again with each key pressed elsewhere in the form. */
const Options = memo(function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map(({ value, text, isOver }) => (
    <option key={value} value={value} disabled={isOver}>
      {text}
    </option>
  ));
});
