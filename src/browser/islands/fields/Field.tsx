import { type ReactNode, useId } from "react";
import "./field.css";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** What is wrong and how to correct it; shown below the field and part of its description. */
  error?: string | undefined;
  /** Announces the error: it may be shown when the focus has moved on. */
  isErrorLive?: boolean;
  children(control: ControlProps): ReactNode;
}

/** Connects a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** Label, control, hint and error: the frame of every form field. */
export function Field({ label, hint, error, isErrorLive = false, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const message = error && (
    <p className="field-error" id={`${id}-error`}>
      {error}
    </p>
  );
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: "input",
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p className="text-small text-muted" id={`${id}-hint`}>
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
