import { Field, type FieldProps } from "./Field.tsx";

export const EMAIL_INPUT = {
  name: "email",
  type: "email",
  inputMode: "email",
  autoComplete: "email",
  maxLength: 254,
} as const;

export function TextField({ rows, type = "text", maxLength = 120, children, ...field }: FieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <>
          {rows ? (
            <textarea {...control} maxLength={maxLength} rows={rows} />
          ) : (
            <input {...control} maxLength={maxLength} type={type} />
          )}
          {children}
        </>
      )}
    </Field>
  );
}
