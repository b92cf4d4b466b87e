import type { FocusEvent, InputHTMLAttributes, ReactNode } from "react";
import { Field, type FieldProps } from "./Field.tsx";

type Attribute =
  | "type"
  | "placeholder"
  | "autoComplete"
  | "inputMode"
  | "maxLength"
  | "required"
  | "disabled"
  | "readOnly"
  | "defaultValue";

interface TextFieldProps extends FieldProps, Pick<InputHTMLAttributes<HTMLInputElement>, Attribute> {
  onInput?: () => void;
  onBlur?: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  rows?: number;
  children?: ReactNode;
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
