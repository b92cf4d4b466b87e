/** The registration form as its page posts it: the names of its fields, and what they hold. */

import { BLANK_REGISTRATION, type Registration, type RegistrationField } from "./registration.ts";

/** A field's name in the form, where it differs from the registration's. */
const OTHER_NAMES: Partial<Record<RegistrationField, string>> = { courseId: "course", planId: "plan" };

/** The field in which a script names the payment that the form starts; empty without one. */
export const REFERENCE_FIELD = "reference";

/** The tick that takes the phone number for WhatsApp as well. */
export const SAME_NUMBER_FIELD = "sameNumber";

/** The name of a field in the form. */
export function formName(field: RegistrationField): string {
  return OTHER_NAMES[field] ?? field;
}

/** The value of a plan's option: the plans of all courses are in one list, and several courses may use one name. */
export function planChoice(courseId: string, planId: string): string {
  return `${courseId}/${planId}`;
}

/**
 * The registration in what a form has posted, as it was typed. A plan of another course than the chosen one keeps its whole
 * option value as its id, so that it matches no plan of that course.
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
