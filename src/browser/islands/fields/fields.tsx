/** The form fields of islands and of forms that never hydrate. */
import { type AllHTMLAttributes, memo, type ReactNode, useId, useState } from "react";
import { payerEmailError, readEmail } from "~/domain/contact/email-address.ts";

type Attributes = AllHTMLAttributes<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>;

/** The props of a field. All other attributes are passed to the control. */
export interface FieldProps extends Attributes {
  /** The name under which the form posts the value, by which the edge finds the field and its error. */
  name: string;
  label: string;
  /** The id of a field to which a link leads. By default it is generated. */
  id?: string;
  /** The hint below the control. An empty text keeps its place for a later hint. */
  hint?: string | undefined;
  /** The message below the field that says what is wrong and how to correct it. */
  error?: string | undefined;
  /** Whether screen readers announce the error, because it may appear when the focus has moved on. */
  isErrorLive?: boolean;
}

export type ControlProps = Omit<Attributes, "children"> & { id: string };

interface FrameProps extends Omit<FieldProps, "children"> {
  children(control: ControlProps): ReactNode;
}

/** The frame of every form field: label, control, hint and error. */
export function Field({
  name,
  label,
  id: fixedId,
  hint,
  error,
  isErrorLive,
  children,
  ...control
}: FrameProps) {
  const generatedId = useId();
  const id = fixedId ?? generatedId;
  const message = <FieldError id={`${id}-error`} name={name} error={error} />;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        ...control,
        id,
        name,
        className: "input",
        "aria-describedby": `${hint === undefined ? "" : `${id}-hint `}${id}-error`,
        "aria-invalid": error ? true : undefined,
      })}
      {hint !== undefined && (
        <p className="text-small text-muted" id={`${id}-hint`} hidden={!hint}>
          {hint}
        </p>
      )}
      {isErrorLive ? (
        <div className="field-live" aria-live="polite">
          {message}
        </div>
      ) : (
        message
      )}
    </div>
  );
}

/** The place of an error. React keeps a text that the edge has filled in until the error changes. */
export function FieldError({ id, name, error }: { id: string; name: string; error: string | undefined }) {
  return (
    <p className="field-error" id={id} data-error={name} hidden={!error} suppressHydrationWarning>
      {error ?? ""}
    </p>
  );
}

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
 * Returns the e-mail field of a form and its reader.
 * @param missing the error of an empty field; `null` if the field is optional
 * @param refused the error that the edge has found
 */
export function useEmailField(missing: string | null = payerEmailError(""), refused: string | null = null) {
  const [error, setError] = useState<string | null>(refused);
  return {
    field: { ...EMAIL_INPUT, error: error ?? undefined, onInput: () => setError(null) },
    /** Reads the address; `null` if it is invalid, and then the field shows why and takes the focus. */
    read(form: HTMLFormElement): string | null {
      const email = readEmail(String(new FormData(form).get("email")));
      const emailError = email ? payerEmailError(email) : missing;
      setError(emailError);
      if (emailError === null) return email;
      form.querySelector<HTMLElement>("[name=email]")?.focus();
      return null;
    },
  };
}

export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Whether the option is shown but cannot be chosen. */
  readonly isOver?: boolean;
  /** The part of the form that style sheets show while this option is chosen. */
  readonly reveals?: string | undefined;
}

interface SelectFieldProps extends FieldProps {
  options: readonly Choice[];
  /** The label of the empty option; `null` without an empty option. */
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

/** The options of a select, memoized because a list of countries is too long to render at each key. */
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

interface TickFieldProps {
  name: string;
  id: string;
  children: ReactNode;
  required?: boolean;
  defaultChecked?: boolean;
  error?: string | undefined;
  /** Whether the checkbox can have an error. */
  isChecked?: boolean;
}

/** A checkbox with its label beside it. The input itself holds whether it is ticked. */
export function TickField({ name, id, children, error, isChecked = true, ...tick }: TickFieldProps) {
  return (
    <div className="field">
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="yes"
          className="checkbox"
          required={tick.required}
          defaultChecked={tick.defaultChecked}
          aria-describedby={isChecked ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {isChecked && (
        <div className="field-live" aria-live="polite">
          <FieldError id={`${id}-error`} name={name} error={error} />
        </div>
      )}
    </div>
  );
}
