import type { HTMLInputTypeAttribute, HTMLProps, ReactNode } from "react";
import { Field, type FieldProps } from "./Field.tsx";

export interface TextFieldProps extends FieldProps {
  /** Without one, and without `onChange`, the field itself holds what is typed. */
  value?: string;
  onChange?: (value: string) => void;
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
  /** Id of a list of suggestions. */
  list?: string;
  /** Stands between the field and its hint. */
  children?: ReactNode;
}

/** A line of text, or several. */
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
  list,
  onChange,
  children,
  ...input
}: TextFieldProps) {
  const frame = { name, label, hint, error, ...(id && { id }) };
  return (
    <Field {...frame} isErrorLive={isErrorLive ?? input.onBlur !== undefined}>
      {(control) => {
        const common = { ...control, ...input, maxLength };
        const change = onChange && {
          onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
        };
        return (
          <>
            {rows ? (
              <textarea {...common} {...change} rows={rows} />
            ) : (
              <input {...common} {...change} type={type} list={list} />
            )}
            {children}
          </>
        );
      }}
    </Field>
  );
}

const NAME = "second-opinion";

/**
 * Honeypot: a hidden field outside the tab order, whose name no autofill knows. Only programs that fill in every field
 * fill it in.
 */
export function Honeypot() {
  return <input type="text" name={NAME} hidden tabIndex={-1} autoComplete="off" aria-hidden="true" />;
}

export function isHoneypotFilled(form: HTMLFormElement | null): boolean {
  return form !== null && Boolean(new FormData(form).get(NAME));
}
