import { Field } from "./Field.tsx";
import type { TextFieldProps } from "./TextField.tsx";

type TextAreaFieldProps = Omit<TextFieldProps, "type" | "placeholder" | "autoComplete" | "inputMode">;

/** A labelled text of several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  className = "",
  maxLength = 4000,
  onChange,
  ...input
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea
          {...control}
          {...input}
          rows={5}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
