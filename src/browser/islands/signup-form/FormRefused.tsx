import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { labelOf, type RegistrationErrors, type RegistrationField } from "~/domain/enrolment/registration.ts";
import { SupportOptions } from "../support/SupportOptions.tsx";

interface FormRefusedProps {
  errors: RegistrationErrors;
  /** The chosen course's name. */
  course: string | undefined;
  support: SupportContacts;
}

/** For whoever cannot get past a marked field: the message to staff names the field, not what was typed into it. */
export function FormRefused({ errors, course, support }: FormRefusedProps) {
  const labels = (Object.keys(errors) as RegistrationField[]).map(labelOf).join(", ");
  if (!labels) return null;
  return (
    <div className="notice notice-bad">
      <p>Please check: {labels}. If it is right and the form does not take it, tell us.</p>
      <SupportOptions
        support={support}
        problem={`the registration form does not take my ${labels}`}
        course={course}
      />
    </div>
  );
}
