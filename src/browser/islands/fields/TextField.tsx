import type { InputHTMLAttributes } from "react";
import { Field, type FieldProps } from "./Field.tsx";

interface TextFieldProps
  extends FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement & HTMLTextAreaElement>, keyof FieldProps> {
  rows?: number;
}

export const EMAIL_INPUT = {
  name: "email",
  type: "email",
  inputMode: "email",
  autoComplete: "email",
  maxLength: 254,
} as const;

export function TextField({
  name,
  label,
  id,
  hint,
  error,
  isErrorLive,
  type = "text",
  maxLength = 120,
  rows,
  children,
  ...input
}: TextFieldProps) {
  return (
    <Field name={name} label={label} id={id} hint={hint} error={error} isErrorLive={isErrorLive}>
      {(control) => (
        <>
          {rows ? (
            <textarea {...control} {...input} maxLength={maxLength} rows={rows} />
          ) : (
            <input {...control} {...input} maxLength={maxLength} type={type} />
          )}
          {children}
        </>
      )}
    </Field>
  );
}
