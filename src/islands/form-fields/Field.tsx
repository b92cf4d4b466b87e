import { type ReactNode, useId } from "react";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** What is wrong and how to mend it; shown beside the field and read out with it. */
  error?: string | undefined;
  /** The error may come when the focus has moved on: it is read out all the same. */
  isErrorLive?: boolean;
  className?: string;
  children(control: ControlProps): ReactNode;
}

/** What ties a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** Label, control, hint and error: the frame of every form field. */
export function Field({ label, hint, error, isErrorLive = false, className = "", children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const message = error && (
    <p className="field-error" id={`${id}-error`}>
      {error}
    </p>
  );
  return (
    <div className={`field ${className}`}>
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
        <p className="field-hint" id={`${id}-hint`}>
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
