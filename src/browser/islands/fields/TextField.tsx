import { useState } from "react";
import { payerEmailError, readEmail } from "~/domain/contact/email-address.ts";
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

/**
 * The one address of a form.
 * @param missing what its field says while it is empty; null where it may be
 * @param refused what the edge has found wrong with it
 */
export function useEmailField(missing: string | null = payerEmailError(""), refused: string | null = null) {
  const [error, setError] = useState<string | null>(refused);
  return {
    field: { ...EMAIL_INPUT, error: error ?? undefined, onInput: () => setError(null) },
    /** @returns null for an address that is refused: its field says why, and takes the focus */
    read(form: HTMLFormElement): string | null {
      const email = readEmail(String(new FormData(form).get("email")));
      const wrong = email ? payerEmailError(email) : missing;
      setError(wrong);
      if (wrong === null) return email;
      form.querySelector<HTMLElement>("[name=email]")?.focus();
      return null;
    },
  };
}
