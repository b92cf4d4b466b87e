import type { ReactNode, Ref } from "react";
import { TextLink } from "../support/controls.tsx";

export interface SummaryError {
  readonly text: string;
  /** The link to the field; `null` for an error of the whole form. */
  readonly href: string | null;
}

interface ErrorSummaryProps {
  ref?: Ref<HTMLDivElement>;
  errors?: readonly SummaryError[];
  children?: ReactNode;
}

/**
 * Lists what must be corrected, with links to the fields. Without script the edge fills the list in, and
 * React keeps that content until the list changes.
 */
export function ErrorSummary({ ref, errors = [], children }: ErrorSummaryProps) {
  return (
    <div
      ref={ref}
      className="notice notice-bad"
      role="alert"
      tabIndex={-1}
      data-error-summary
      aria-labelledby="problem-title"
      hidden={errors.length === 0}
    >
      <h3 className="notice-title" id="problem-title">
        There is a problem
      </h3>
      <ul className="grid gap-1" data-error-list suppressHydrationWarning>
        {errors.length === 0
          ? ""
          : errors.map(({ text, href }) => (
              <li key={text}>{href ? <TextLink href={href}>{text}</TextLink> : text}</li>
            ))}
      </ul>
      {children}
    </div>
  );
}
