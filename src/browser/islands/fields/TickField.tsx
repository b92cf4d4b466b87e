import type { ReactNode } from "react";
import { FieldError } from "./Field.tsx";

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
