import { Field } from "./Field.tsx";

interface TextAreaFieldProps {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur?: () => void;
  maxLength?: number;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string;
}

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
