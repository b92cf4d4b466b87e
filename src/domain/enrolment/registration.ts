import { payerEmailError, readEmail } from "~/domain/contact/email-address.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import { isBlank } from "~/domain/text.ts";
import {
  type GuardianFields,
  guardianContactError,
  guardianErrors,
  type Learner,
  needsGuardian,
  UNKNOWN_LEARNER,
} from "./learner.ts";

/** The values of the registration form, as typed. A text is empty while nothing is typed. */
export interface Registration extends Omit<Learner, "guardian">, GuardianFields {
  /** The id of a course that can be registered for. */
  readonly courseId: string;
  /** The id of the course's plan of several payments; empty where its price is paid at once. */
  readonly planId: string;
  /** The code of a voucher; empty without one. */
  readonly voucher: string;
}

export type RegistrationField = keyof Registration;

const { guardian: _, ...BLANK_LEARNER } = UNKNOWN_LEARNER;

export const BLANK_REGISTRATION: Registration = {
  ...BLANK_LEARNER,
  courseId: "",
  planId: "",
  voucher: "",
  guardianName: "",
  guardianContact: "",
  guardianConsent: false,
};

/** Returns the learner that a filled form describes. */
export function learnerOf(registration: Registration): Learner {
  const {
    courseId: _c,
    planId: _p,
    voucher: _v,
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

/** Returns the form as it was filled in for an order. @param voucher the code; an order of an earlier build has none */
export function registrationFor(
  order: { learner: Learner; course: Named; plan: Named | null },
  voucher = "",
): Registration {
  const { guardian, ...learner } = order.learner;
  return {
    ...learner,
    courseId: order.course.id,
    planId: order.plan?.id ?? "",
    voucher,
    guardianName: guardian?.name ?? "",
    guardianContact: guardian?.contact ?? "",
    guardianConsent: guardian?.consent ?? false,
  };
}

/** Whether two forms have the same value in every field. */
export function isSameRegistration(a: Registration, b: Registration): boolean {
  return (Object.keys(BLANK_REGISTRATION) as RegistrationField[]).every((field) => a[field] === b[field]);
}

interface FieldRule {
  /** The field's visible name, the same in the form, the mails and the payment record. */
  readonly label: string;
  /** The message for an empty field, which the Register button waits for; left out if the field is optional. */
  readonly whenEmpty?: string;
}

/** The form's fields, in its order. Functions below check the guardian's fields and the e-mail address. */
export const REGISTRATION_FIELDS = {
  courseId: { label: "Course", whenEmpty: "Choose a course." },
  planId: { label: "Payment plan" },
  voucher: { label: "Voucher" },
  cohort: { label: "Cohort" },
  firstName: { label: "First Name", whenEmpty: "Enter your first name." },
  lastName: { label: "Last Name", whenEmpty: "Enter your last name." },
  email: { label: "Email Address" },
  phone: { label: "Phone Number", whenEmpty: "Enter your phone number." },
  whatsapp: {
    label: "WhatsApp Number",
    whenEmpty: "Enter your WhatsApp number, or tick Same as phone number.",
  },
  age: { label: "Age", whenEmpty: "Choose your age." },
  gender: { label: "Gender", whenEmpty: "Choose your gender." },
  education: { label: "Education", whenEmpty: "Choose your education." },
  guardianName: { label: "Guardian's name" },
  guardianContact: { label: "Guardian's phone or e-mail" },
  guardianConsent: { label: "Guardian's consent" },
  country: { label: "Country", whenEmpty: "Choose your country." },
  state: { label: "State" },
  consent: { label: "your consent", whenEmpty: "Tick this box to agree before you register." },
} satisfies Partial<Record<RegistrationField, FieldRule>>;

type ListedField = keyof typeof REGISTRATION_FIELDS;

const FIELD_RULES = Object.entries(REGISTRATION_FIELDS) as [ListedField, FieldRule][];

/** Returns a field's name within a sentence. */
export function labelOf(field: RegistrationField): string {
  // The optional box for news has no rule.
  return field === "marketing" ? field : REGISTRATION_FIELDS[field].label;
}

/** Whether a text was not typed, or a box not ticked. */
function isEmpty(value: string | boolean): boolean {
  return value === false || isBlank(`${value}`);
}

/** Returns the fields that Register still waits for, in the form's order; empty if it is active. */
export function missingForRegister(registration: Registration): RegistrationField[] {
  const ofGuardian = guardianErrors(registration);
  return FIELD_RULES.filter(
    ([field, { whenEmpty }]) => (whenEmpty && isEmpty(registration[field])) || field in ofGuardian,
  ).map(([field]) => field);
}

export type RegistrationErrors = Partial<Record<RegistrationField, string>>;

/** The numbers' names. Their error messages may be in one list, so each says which number it is about. */
const NUMBER_NAMES = { phone: "phone number", whatsapp: "WhatsApp number" } as const;

/** Returns the errors in typed values. Empty fields are left out, except the e-mail address. */
function wrongFields(registration: Registration, isPhone: (number: string) => boolean): RegistrationErrors {
  const errors: RegistrationErrors = {};
  const emailError = payerEmailError(registration.email);
  if (emailError) errors.email = emailError;
  for (const field of ["phone", "whatsapp"] as const) {
    const number = registration[field];
    // A wrong number in both fields is reported once.
    const isReported = field === "whatsapp" && number === registration.phone && errors.phone;
    if (number && !isReported && !isPhone(number)) {
      errors[field] = `Check this ${NUMBER_NAMES[field]} and its country code.`;
    }
  }
  const guardianError = guardianContactError(registration, isPhone);
  if (guardianError) errors.guardianContact = guardianError;
  return errors;
}

/**
 * Returns everything to correct before the form can be registered, empty fields and invalid values, in the
 * form's order.
 * @param isPhone whether a number in E.164 can be called
 */
export function checkWholeRegistration(
  registration: Registration,
  isPhone: (number: string) => boolean,
): RegistrationErrors {
  const fieldErrors: RegistrationErrors = {
    ...guardianErrors(registration),
    ...wrongFields(registration, isPhone),
  };
  const errors: RegistrationErrors = {};
  for (const [field, { whenEmpty }] of FIELD_RULES) {
    const error = fieldErrors[field] ?? (isEmpty(registration[field]) ? whenEmpty : undefined);
    if (error) errors[field] = error;
  }
  return errors;
}

/**
 * Applies the consequences of a change. Another country empties the state, since a region belongs to one
 * country. Another course empties the plan.
 */
export function afterChange(previous: Registration, current: Registration): Registration {
  const isOtherCountry = previous.country !== "" && current.country !== previous.country;
  const isOtherCourse = previous.courseId !== "" && current.courseId !== previous.courseId;
  return { ...current, ...(isOtherCountry && { state: "" }), ...(isOtherCourse && { planId: "" }) };
}

/** Reads a registration from JSON. Values of the wrong type are left out. Null if it is not an object. */
export function readRegistration(json: unknown): Registration | null {
  if (typeof json !== "object" || json === null) return null;
  const usableFields = Object.entries(json).filter(
    ([field, value]) =>
      Object.hasOwn(BLANK_REGISTRATION, field) &&
      typeof value === typeof BLANK_REGISTRATION[field as RegistrationField],
  );
  return { ...BLANK_REGISTRATION, ...Object.fromEntries(usableFields) };
}
