import type { HTMLInputTypeAttribute, HTMLProps } from "react";
import { Field } from "./Field.tsx";

export interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur?: () => void;
  type?: HTMLInputTypeAttribute;
  placeholder?: string;
  /** Token of the HTML autofill list, e.g. "given-name". */
  autoComplete?: string;
  inputMode?: HTMLProps<HTMLElement>["inputMode"];
  maxLength?: number;
  /** Room for several lines: a text area. */
  rows?: number;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
}

export function TextField({
  label,
  hint,
  error,
  type = "text",
  maxLength = 120,
  rows,
  onChange,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isErrorLive={input.onBlur !== undefined}>
      {(control) => {
        const common = { ...control, ...input, maxLength };
        return rows ? (
          <textarea {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input {...common} type={type} onChange={(event) => onChange(event.target.value)} />
        );
      }}
    </Field>
  );
}
