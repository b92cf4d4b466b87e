import { type AllHTMLAttributes, type ReactNode, useId } from "react";

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

/** Label, control, hint and error: the frame of every form field, in islands and in forms that never hydrate. */
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
