import type { ReactNode } from "react";
import { Field, type FieldProps } from "./Field.tsx";

export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Shown, but it cannot be chosen. */
  readonly isOver?: boolean;
  /** The part of the form that style sheets show while this is chosen. */
  readonly reveals?: string | undefined;
}

export interface SelectFieldProps extends FieldProps {
  options: readonly Choice[];
  /** What the empty choice says. */
  blank?: string;
  autoComplete?: string;
  required?: boolean;
  disabled?: boolean;
  defaultValue?: string | undefined;
  /** More choices, below the others. */
  children?: ReactNode;
}

/** A list to choose from. The field itself holds what is chosen. */
export function SelectField({
  options,
  blank = "-Select-",
  autoComplete,
  required,
  disabled,
  defaultValue,
  children,
  ...frame
}: SelectFieldProps) {
  return (
    <Field {...frame}>
      {(control) => (
        <select
          {...control}
          autoComplete={autoComplete}
          required={required}
          disabled={disabled}
          {...(defaultValue !== undefined && { defaultValue })}
        >
          <option value="">{blank}</option>
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

/** Texts that are their own values. */
export function asChoices(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, text: value }));
}
