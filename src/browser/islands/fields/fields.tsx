/** The fields of forms, in islands and in forms that never hydrate. */
import { type AllHTMLAttributes, memo, type ReactNode, useId, useState } from "react";
import { payerEmailError, readEmail } from "~/domain/contact/email-address.ts";

type Attributes = AllHTMLAttributes<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>;

/** Any other attribute is the control's. */
export interface FieldProps extends Attributes {
  /** The name under which the form posts the value. The edge finds the field and its error by it. */
  name: string;
  label: string;
  /** For a field that a link leads to; any other gets one of its own. */
  id?: string;
  /** Empty for one that may come. */
  hint?: string | undefined;
  /**
   * The message that says what is wrong and how to correct it. It is shown below the field and is part of its
   * description.
   */
  error?: string | undefined;
  /** Announces the error: it may be shown when the focus has moved on. */
  isErrorLive?: boolean;
}

export type ControlProps = Omit<Attributes, "children"> & { id: string };

interface FrameProps extends Omit<FieldProps, "children"> {
  children(control: ControlProps): ReactNode;
}

/** Label, control, hint and error: the frame of every form field. */
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
  const ownId = useId();
  const id = fixedId ?? ownId;
  const message = <FieldError id={`${id}-error`} name={name} error={error} />;
  return (
    <div className="field" data-field={name}>
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
        <p className="text-small text-muted" id={`${id}-hint`} data-hint hidden={!hint}>
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

/** The place of an error, which the edge may have filled in before React comes: it is kept until it is something else. */
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

export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Shown, but it cannot be chosen. */
  readonly isOver?: boolean;
  /** The part of the form that style sheets show while this is chosen. */
  readonly reveals?: string | undefined;
}

interface SelectFieldProps extends FieldProps {
  options: readonly Choice[];
  /** The label of the empty choice; null where there is none. */
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

/** A list that stays the same is not drawn again at each key: those of countries are long. */
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
  /** Whether something can be wrong with it. */
  isChecked?: boolean;
}

/** A checkbox with its label beside it. The field itself holds whether it is ticked. */
export function TickField({ name, id, children, error, isChecked = true, ...tick }: TickFieldProps) {
  return (
    <div className="field" data-field={name}>
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
