import { payerEmailError, readEmail } from "~/domain/contact/email-address.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import { isBlank } from "~/domain/text.ts";
import {
  GUARDIAN_LABELS,
  type GuardianFields,
  guardianContactError,
  guardianErrors,
  type Learner,
  needsGuardian,
  UNKNOWN_LEARNER,
} from "./learner.ts";

/** What the registration form holds, as typed; a text is empty while nothing is. */
export interface Registration extends Omit<Learner, "guardian">, GuardianFields {
  /** Of a registration course. */
  readonly courseId: string;
  /** Of the course's plan of several payments; empty where its price is paid at once. */
  readonly planId: string;
}

export type RegistrationField = keyof Registration;

const { guardian: _, ...BLANK_LEARNER } = UNKNOWN_LEARNER;

export const BLANK_REGISTRATION: Registration = {
  ...BLANK_LEARNER,
  courseId: "",
  planId: "",
  guardianName: "",
  guardianContact: "",
  guardianConsent: false,
};

/** The learner whom a filled form describes. */
export function learnerOf(registration: Registration): Learner {
  const {
    courseId: _c,
    planId: _p,
    guardianName,
    guardianContact,
    guardianConsent,
    ...learner
  } = registration;
  return {
    ...learner,
    firstName: learner.firstName.trim(),
    lastName: learner.lastName.trim(),
    email: readEmail(learner.email),
    guardian: needsGuardian(learner.age)
      ? { name: guardianName.trim(), contact: readEmail(guardianContact), consent: guardianConsent }
      : null,
  };
}

/** The form as it was filled in for an order. */
export function registrationFor(order: {
  learner: Learner;
  course: Named;
  plan: Named | null;
}): Registration {
  const { guardian, ...learner } = order.learner;
  return {
    ...learner,
    courseId: order.course.id,
    planId: order.plan?.id ?? "",
    guardianName: guardian?.name ?? "",
    guardianContact: guardian?.contact ?? "",
    guardianConsent: guardian?.consent ?? false,
  };
}

/** Whether two forms hold the same in every field. */
export function isSameRegistration(a: Registration, b: Registration): boolean {
  return (Object.keys(BLANK_REGISTRATION) as RegistrationField[]).every((field) => a[field] === b[field]);
}

/** The fields' visible names, the same words in the form, the mails and the payment record. */
export const FIELD_LABELS: Record<
  Exclude<RegistrationField, "consent" | "marketing" | keyof GuardianFields>,
  string
> = {
  firstName: "First Name",
  lastName: "Last Name",
  email: "Email Address",
  phone: "Phone Number",
  whatsapp: "WhatsApp Number",
  country: "Country",
  state: "State",
  age: "Age",
  gender: "Gender",
  education: "Education",
  courseId: "Course",
  planId: "Payment plan",
  cohort: "Cohort",
};

const ALL_LABELS: Partial<Record<RegistrationField, string>> = {
  ...FIELD_LABELS,
  guardianName: GUARDIAN_LABELS.name,
  guardianContact: GUARDIAN_LABELS.contact,
  guardianConsent: GUARDIAN_LABELS.consent,
  consent: "your consent",
};

/** A field's name within a sentence. */
export function labelOf(field: RegistrationField): string {
  return ALL_LABELS[field] ?? field;
}

/** What Register waits for, in the order of the form. State, cohort and e-mail are not among them. */
const REQUIRED = [
  "courseId",
  "firstName",
  "lastName",
  "phone",
  "whatsapp",
  "age",
  "gender",
  "education",
  "country",
] as const satisfies readonly RegistrationField[];

/** The fields that Register still waits for, in the order of the form; empty means it is active. */
export function missingForRegister(registration: Registration): RegistrationField[] {
  const ofGuardian = guardianErrors(registration);
  const empty: RegistrationField[] = REQUIRED.filter((field) => isBlank(registration[field]));
  if (!registration.consent) empty.push("consent");
  return FORM_ORDER.filter((field) => empty.includes(field) || field in ofGuardian);
}

export type RegistrationErrors = Partial<Record<RegistrationField, string>>;

/** Named where errors of both are listed, one below the other. */
const NUMBER_NAMES = { phone: "phone number", whatsapp: "WhatsApp number" } as const;

/** Errors in what was typed; empty fields are left out, except the e-mail. */
function wrongFields(registration: Registration, isPhone: (number: string) => boolean): RegistrationErrors {
  const errors: RegistrationErrors = {};
  const emailError = payerEmailError(registration.email);
  if (emailError) errors.email = emailError;
  for (const field of ["phone", "whatsapp"] as const) {
    const number = registration[field];
    // The same wrong number twice is corrected once.
    const isNamed = field === "whatsapp" && number === registration.phone && errors.phone;
    if (number && !isNamed && !isPhone(number)) {
      errors[field] = `Check this ${NUMBER_NAMES[field]} and its country code.`;
    }
  }
  const guardianError = guardianContactError(registration, isPhone);
  if (guardianError) errors.guardianContact = guardianError;
  return errors;
}

/** Fields with their errors while they are empty. */
const EMPTY_ERRORS: readonly (readonly [RegistrationField, string])[] = [
  ["courseId", "Choose a course."],
  ["firstName", "Enter your first name."],
  ["lastName", "Enter your last name."],
  ["email", payerEmailError("") ?? ""],
  ["phone", "Enter your phone number."],
  ["whatsapp", "Enter your WhatsApp number, or tick Same as phone number."],
  ["country", "Choose your country."],
  ["age", "Choose your age."],
  ["gender", "Choose your gender."],
  ["education", "Choose your education."],
];

/**
 * Everything to correct before the form can be registered, empty fields and invalid values, in the form's order.
 * @param isPhone whether a number in E.164 can be called
 */
export function checkWholeRegistration(
  registration: Registration,
  isPhone: (number: string) => boolean,
): RegistrationErrors {
  const empty = EMPTY_ERRORS.filter(([field]) => isBlank(String(registration[field])));
  const wrong = wrongFields(registration, isPhone);
  const errors: RegistrationErrors = {
    ...Object.fromEntries(empty),
    ...guardianErrors(registration),
    ...wrong,
  };
  if (!registration.consent) errors.consent = "Tick this box to agree before you register.";
  return Object.fromEntries(FORM_ORDER.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])));
}

const FORM_ORDER: readonly RegistrationField[] = [
  "courseId",
  "planId",
  "cohort",
  "firstName",
  "lastName",
  "email",
  "phone",
  "whatsapp",
  "age",
  "gender",
  "education",
  "guardianName",
  "guardianContact",
  "guardianConsent",
  "country",
  "state",
  "consent",
];

/**
 * What follows from a change: another country than the one chosen before empties the state, since a region belongs to one
 * country; another course empties the plan.
 */
export function afterChange(before: Registration, now: Registration): Registration {
  const isMoved = before.country !== "" && now.country !== before.country;
  const isOtherCourse = before.courseId !== "" && now.courseId !== before.courseId;
  return { ...now, ...(isMoved && { state: "" }), ...(isOtherCourse && { planId: "" }) };
}

/** A registration that was stored or sent as JSON; values of the wrong type are left out. Null when it is not an object. */
export function readRegistration(json: unknown): Registration | null {
  if (typeof json !== "object" || json === null) return null;
  const known = Object.entries(json).filter(
    ([field, value]) =>
      Object.hasOwn(BLANK_REGISTRATION, field) &&
      typeof value === typeof BLANK_REGISTRATION[field as RegistrationField],
  );
  return { ...BLANK_REGISTRATION, ...Object.fromEntries(known) };
}
