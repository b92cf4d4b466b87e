/** The registration form as its page posts it: the names of its fields, and what they hold. */
import { asDialled } from "~/domain/contact/phone-number.ts";
import { BLANK_REGISTRATION, type Registration, type RegistrationField } from "./registration.ts";

/** A field's name in the form, where it is another one than the registration's. */
const OTHER_NAMES: Partial<Record<RegistrationField, string>> = { courseId: "course", planId: "plan" };

/** The names beside the registration's own: the country whose way of dialling a number is typed in, by its code. */
export const DIALLING_FIELDS = { phone: "phoneCountry", whatsapp: "whatsappCountry" } as const;

/** The name of a field in the form. */
export function formName(field: RegistrationField): string {
  return OTHER_NAMES[field] ?? field;
}

/** What is chosen for a plan: plans of all courses stand in one list, and one name may be in several. */
export function planChoice(courseId: string, planId: string): string {
  return `${courseId}/${planId}`;
}

/**
 * The registration in what a form has posted, as it was typed. A plan of another course than the chosen one keeps its whole
 * choice for an id, so that it is no plan of that course.
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
  const own = planChoice(typed.courseId, "");
  return typed.planId.startsWith(own) ? { ...typed, planId: typed.planId.slice(own.length) } : typed;
}

/** With both numbers in E.164, where they can be read. @param codeOf ISO 3166-1 alpha-2 of a country by its name */
export function withNumbers(
  typed: Registration,
  posted: { get(name: string): unknown },
  codeOf: (country: string) => string | null,
): Registration {
  const dialled = (field: "phone" | "whatsapp") => {
    const code = posted.get(DIALLING_FIELDS[field]);
    return asDialled(typed[field], code ? `${code}` : codeOf(typed.country));
  };
  return { ...typed, phone: dialled("phone"), whatsapp: dialled("whatsapp") };
}
