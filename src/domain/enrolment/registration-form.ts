/** The names and values of the registration form's fields, as its page posts them. */

import { BLANK_REGISTRATION, type Registration, type RegistrationField } from "./registration.ts";

/** The names in the form that differ from the registration's. */
const FORM_NAMES: Partial<Record<RegistrationField, string>> = { courseId: "course", planId: "plan" };

/** The field in which a script names the payment that the form starts; empty without one. */
export const REFERENCE_FIELD = "reference";

/** The tick that uses the phone number for WhatsApp, too. */
export const SAME_NUMBER_FIELD = "sameNumber";

export function formName(field: RegistrationField): string {
  return FORM_NAMES[field] ?? field;
}

/** Returns the value of a plan's option. It has the course's id, because courses share names of plans. */
export function planChoice(courseId: string, planId: string): string {
  return `${courseId}/${planId}`;
}

/**
 * Returns the posted registration, as it was typed. A plan of another course keeps its whole option value
 * as its id, so that it matches no plan of the chosen course.
 */
export function typedRegistration(posted: { get(name: string): unknown }): Registration {
  const entries = (Object.keys(BLANK_REGISTRATION) as RegistrationField[]).map((field) => {
    const value = posted.get(formName(field));
    return [
      field,
      typeof BLANK_REGISTRATION[field] === "boolean"
        ? value !== null && value !== undefined
        : `${value ?? ""}`,
    ];
  });
  const typed: Registration = Object.fromEntries(entries);
  const choice = planChoice(typed.courseId, "");
  return {
    ...typed,
    ...(Boolean(posted.get(SAME_NUMBER_FIELD)) && { whatsapp: typed.phone }),
    ...(typed.planId.startsWith(choice) && { planId: typed.planId.slice(choice.length) }),
  };
}
