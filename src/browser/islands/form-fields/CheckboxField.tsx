import type { ReactNode } from "react";
import "./field.css";

interface CheckboxFieldProps {
  name: string;
  isChecked: boolean;
  onChange(isChecked: boolean): void;
  required?: boolean;
  /** The label; it may have links. */
  children: ReactNode;
}

export function CheckboxField({ name, isChecked, onChange, required = false, children }: CheckboxFieldProps) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        name={name}
        className="checkbox"
        required={required}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
