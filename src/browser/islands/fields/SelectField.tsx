import { memo } from "react";
import { Field, type FieldProps } from "./Field.tsx";

export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Shown, but it cannot be chosen. */
  readonly isOver?: boolean;
  /** The part of the form that style sheets show while this is chosen. */
  readonly reveals?: string | undefined;
}

interface SelectFieldProps extends FieldProps {
  options: readonly Choice[];
  /** The label of the empty choice; null where there is none. */
  blank?: string | null;
}

export function SelectField({ options, blank = "-Select-", children, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control}>
          {blank !== null && <option value="">{blank}</option>}
          <Options options={options} />
          {children}
        </select>
      )}
    </Field>
  );
}

/** A list that stays the same is not drawn again at each key: those of countries are long. */
export const Options = memo(({ options }: Pick<SelectFieldProps, "options">) =>
  options.map(({ value, text, isOver, reveals }) => (
    <option key={value} value={value} disabled={isOver} data-reveals={reveals}>
      {text}
    </option>
  )),
);

export function asChoices(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, text: value }));
}
