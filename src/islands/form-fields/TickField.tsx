import type { ReactNode } from "react";

interface TickFieldProps {
  name: string;
  isTicked: boolean;
  onChange(isTicked: boolean): void;
  required?: boolean;
  /** What is agreed to; it may hold links. */
  children: ReactNode;
}

/** A box to tick, with its words beside it. */
export function TickField({ name, isTicked, onChange, required = false, children }: TickFieldProps) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        name={name}
        className="checkbox"
        required={required}
        checked={isTicked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
