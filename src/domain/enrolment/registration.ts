import { payerEmailError } from "../contact/email-address.ts";
import { GUARDIAN_LABELS, type Guardian, guardianContactError, missingOfGuardian } from "./guardian.ts";

/** What the registration form holds; texts as typed, phones as E.164 ("+2348012345678") or undefined. */
export interface Registration extends Guardian {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phone: string | undefined;
  readonly whatsapp: string | undefined;
  /** English country name. */
  readonly country: string;
  readonly state: string;
  /** Age band. */
  readonly age: string;
  readonly gender: string;
  readonly education: string;
  /** Id of a registration course. */
  readonly course: string;
  /** Cohort. */
  readonly track: string;
  /** To be enrolled. */
  readonly consent: boolean;
  /** To be sent news and offers; nothing depends on it. */
  readonly marketing: boolean;
}

export type RegistrationField = keyof Registration;

export const BLANK_REGISTRATION: Registration = {
  firstname: "",
  lastname: "",
  email: "",
  phone: undefined,
  whatsapp: undefined,
  country: "",
  state: "",
  age: "",
  gender: "",
  education: "",
  course: "",
  track: "",
  consent: false,
  marketing: false,
  guardianName: "",
  guardianContact: "",
  guardianConsent: false,
};

/** Whether two forms hold the same in every field. */
export function isSameRegistration(a: Registration, b: Registration): boolean {
  return (Object.keys(BLANK_REGISTRATION) as RegistrationField[]).every((field) => a[field] === b[field]);
}

/** The fields' visible names, the same words in the form, the mails and the payment record. */
export const FIELD_LABELS: Record<
  Exclude<RegistrationField, "consent" | "marketing" | keyof Guardian>,
  string
> = {
  firstname: "First Name",
  lastname: "Last Name",
  email: "Email Address",
  phone: "Phone Number",
  whatsapp: "WhatsApp Number",
  country: "Country",
  state: "State",
  age: "Age",
  gender: "Gender",
  education: "Education",
  course: "Course",
  track: "Cohort",
};

/** How a field is called in a sentence about it. */
export function labelOf(field: RegistrationField): string {
  if (field === "guardianContact") return GUARDIAN_LABELS.contact;
  return field in FIELD_LABELS ? FIELD_LABELS[field as keyof typeof FIELD_LABELS] : field;
}

/** What Register waits for, in the order of the form. State, cohort and e-mail are not among them. */
const REQUIRED = [
  "course",
  "firstname",
  "lastname",
  "phone",
  "whatsapp",
  "country",
  "age",
  "gender",
  "education",
] as const satisfies readonly RegistrationField[];

/** The visible names of what Register still waits for, in the order of the form; empty means it is active. */
export function missingForRegister(registration: Registration): string[] {
  const labels = REQUIRED.filter((field) => !registration[field]?.trim()).map((field) => FIELD_LABELS[field]);
  return [...labels, ...missingOfGuardian(registration), ...(registration.consent ? [] : ["your consent"])];
}

export type RegistrationErrors = Partial<Record<RegistrationField, string>>;

/**
 * What pressing Register finds wrong, beside the field that it concerns.
 * @param isPhone tells whether a number can be called; the browser's side brings the phone library.
 */
export function checkRegistration(
  registration: Registration,
  isPhone: (number: string) => boolean,
): RegistrationErrors {
  const errors: RegistrationErrors = {};
  const emailError = payerEmailError(registration.email);
  if (emailError) errors.email = emailError;
  for (const field of ["phone", "whatsapp"] as const) {
    const number = registration[field];
    if (number && !isPhone(number)) {
      errors[field] =
        "This is not a number of the chosen country. Check each digit, or choose the country of the number.";
    }
  }
  const guardianError = guardianContactError(registration);
  if (guardianError) errors.guardianContact = guardianError;
  return errors;
}

/** Choosing another country empties the state: a region belongs to one country. */
export function withCountry(registration: Registration, country: string): Registration {
  return country === registration.country ? registration : { ...registration, country, state: "" };
}

/** A registration that was kept or sent as JSON; what is of the wrong kind is left out. Null when it is none at all. */
export function readRegistration(kept: unknown): Registration | null {
  if (typeof kept !== "object" || kept === null) return null;
  const known = Object.entries(kept).filter(([field, value]) => {
    const blank: unknown = BLANK_REGISTRATION[field as keyof Registration];
    return (
      Object.hasOwn(BLANK_REGISTRATION, field) &&
      typeof value === (blank === undefined ? "string" : typeof blank)
    );
  });
  return { ...BLANK_REGISTRATION, ...Object.fromEntries(known) };
}
