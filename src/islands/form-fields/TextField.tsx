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
  inputMode?: HTMLProps<HTMLInputElement>["inputMode"];
  maxLength?: number;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string;
}

/** A labelled line of text. */
export function TextField({
  label,
  hint,
  error,
  className = "",
  type = "text",
  maxLength = 120,
  onChange,
  ...input
}: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isErrorLive={input.onBlur !== undefined}
      className={className}
    >
      {(control) => (
        <input
          {...control}
          {...input}
          type={type}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
