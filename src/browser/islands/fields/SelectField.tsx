import type { SelectHTMLAttributes } from "react";
import { Field, type FieldProps } from "./Field.tsx";

export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Shown, but it cannot be chosen. */
  readonly isOver?: boolean;
  /** The part of the form that style sheets show while this is chosen. */
  readonly reveals?: string | undefined;
}

interface SelectFieldProps
  extends FieldProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps> {
  options: readonly Choice[];
  /** What the empty choice says; null where there is none. */
  blank?: string | null;
}

export function SelectField({
  name,
  label,
  id,
  hint,
  error,
  isErrorLive,
  options,
  blank = "-Select-",
  children,
  ...select
}: SelectFieldProps) {
  return (
    <Field name={name} label={label} id={id} hint={hint} error={error} isErrorLive={isErrorLive}>
      {(control) => (
        <select {...control} {...select}>
          {blank !== null && <option value="">{blank}</option>}
          {options.map(({ value, text, isOver, reveals }) => (
            <option
              key={value}
              value={value === text ? undefined : value}
              disabled={isOver}
              data-reveals={reveals}
            >
              {text}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  );
}

export function asChoices(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, text: value }));
}
