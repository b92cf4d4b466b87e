import { isEmailAddress } from "~/domain/contact/email-address.ts";

/** The age band of learners who need a guardian's consent, as content/form-options.yaml offers it. */
export const UNDER_AGE = "Under 18";

/** The form's fields for the guardian of a learner who is not of age; they are empty for all others. */
export interface GuardianFields {
  readonly guardianName: string;
  /** A phone number or an e-mail address, as typed. */
  readonly guardianContact: string;
  readonly guardianConsent: boolean;
}

/** The same words in the form, the mails and the payment record. */
export const GUARDIAN_LABELS = {
  name: "Guardian's name",
  contact: "Guardian's phone or e-mail",
  consent: "Guardian's consent",
} as const;

/** @param age band as the form offers it */
export function needsGuardian(age: string): boolean {
  return age === UNDER_AGE;
}

/** Error text for the guardian's contact; null when it is empty or valid, and for a learner of age. */
export function guardianContactError(registration: GuardianFields & { readonly age: string }): string | null {
  const contact = registration.guardianContact.trim();
  if (!needsGuardian(registration.age) || !contact) return null;
  const isPhone = /^\+?[\d\s().-]+$/.test(contact) && /^\d{7,15}$/.test(contact.replace(/\D/g, ""));
  return isPhone || isEmailAddress(contact)
    ? null
    : "Enter a phone number like 0803 123 4567, or an email address like name@example.com.";
}

/** Errors for the guardian's empty fields, each saying how to correct it; none for a learner of age. */
export function guardianErrors(
  registration: GuardianFields & { readonly age: string },
): Partial<Record<keyof GuardianFields, string>> {
  if (!needsGuardian(registration.age)) return {};
  return {
    ...(!registration.guardianName.trim() && { guardianName: "Enter your guardian's name." }),
    ...(!registration.guardianContact.trim() && {
      guardianContact: "Enter your guardian's phone number or email address.",
    }),
    ...(!registration.guardianConsent && {
      guardianConsent: "Ask your guardian to tick this box.",
    }),
  };
}
