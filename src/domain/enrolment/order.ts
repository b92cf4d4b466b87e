import { type DualPrice, formatExact, type Money } from "../money/money.ts";
import { amountPayable } from "./amount-payable.ts";
import type { RegistrationCourse } from "./course.ts";
import { GUARDIAN_LABELS, needsGuardian } from "./guardian.ts";
import { FIELD_LABELS, type Registration } from "./registration.ts";

/** One line of what staff must know to enrol somebody. */
export interface OrderDetail {
  /** snake_case name, stable over time. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** What is about to be paid, by whom and for what: all that a payment record needs to enrol somebody. */
export interface Order {
  /** Ours; unique to an attempt and the same at the provider, in the mails and on the visitor's slip. */
  readonly reference: string;
  readonly purpose: "registration" | "tuition";
  readonly courseName: string;
  readonly charge: Money;
  readonly customer: {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    /** E.164, or empty when it was not asked for. */
    readonly phone: string;
  };
  readonly details: readonly OrderDetail[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

const NOT_GIVEN = "Not given";

/** The order for a registration: the fee and the chosen course's price. */
export function registrationOrder(input: {
  registration: Registration;
  course: RegistrationCourse;
  fee: DualPrice;
  currency: Money["currency"];
  reference: string;
  now: Date;
  /** Somebody else pays, by a link that the learner sent. */
  isSponsored?: boolean;
}): Order {
  const { registration, course, reference, now } = input;
  const amount = amountPayable(input.fee, course.price, input.currency);
  const customer = {
    email: registration.email.trim(),
    firstName: registration.firstname.trim(),
    lastName: registration.lastname.trim(),
    phone: registration.phone ?? "",
  };
  const shown: Record<keyof typeof FIELD_LABELS, string> = {
    ...registration,
    firstname: customer.firstName,
    lastname: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    whatsapp: registration.whatsapp ?? "",
    course: course.name,
  };
  return {
    reference,
    purpose: "registration",
    courseName: course.name,
    charge: amount.total,
    customer,
    details: [
      ...Object.entries(FIELD_LABELS).map(([name, label]) => ({
        name,
        label,
        value: shown[name as keyof typeof FIELD_LABELS] || NOT_GIVEN,
      })),
      { name: "course_id", label: "Course id", value: course.id },
      { name: "consent", label: "Consent", value: yesOrNo(registration.consent) },
      {
        name: "marketing_consent",
        label: "News and offers by e-mail",
        value: yesOrNo(registration.marketing),
      },
      ...guardianDetails(registration),
      ...(input.isSponsored ? [{ name: "paid_by", label: "Paid by", value: "A sponsor, by link" }] : []),
      { name: "registration_fee", label: "Registration fee", value: formatExact(amount.fee) },
      { name: "course_price", label: "Course price", value: formatExact(amount.course) },
    ],
    createdAt: now.toISOString(),
  };
}

/** Who agreed for a learner who is not of age; nothing for anybody else. */
function guardianDetails(registration: Registration): OrderDetail[] {
  if (!needsGuardian(registration.age)) return [];
  return [
    { name: "guardian_name", label: GUARDIAN_LABELS.name, value: registration.guardianName.trim() },
    { name: "guardian_contact", label: GUARDIAN_LABELS.contact, value: registration.guardianContact.trim() },
    {
      name: "guardian_consent",
      label: GUARDIAN_LABELS.consent,
      value: yesOrNo(registration.guardianConsent),
    },
  ];
}

function yesOrNo(isGiven: boolean): string {
  return isGiven ? "Yes" : "No";
}

/** The order for a tuition payment from a price card: only an e-mail address is known of the payer. */
export function tuitionOrder(input: {
  email: string;
  courseId: string;
  courseName: string;
  planName: string;
  charge: Money;
  reference: string;
  now: Date;
}): Order {
  const email = input.email.trim();
  return {
    reference: input.reference,
    purpose: "tuition",
    courseName: input.courseName,
    charge: input.charge,
    customer: { email, firstName: "", lastName: "", phone: "" },
    details: [
      { name: "email", label: FIELD_LABELS.email, value: email },
      { name: "course", label: FIELD_LABELS.course, value: input.courseName },
      { name: "course_id", label: "Course id", value: input.courseId },
      { name: "plan", label: "Payment plan", value: input.planName },
    ],
    createdAt: input.now.toISOString(),
  };
}

/** What an order's details say under a name; empty where they say nothing. */
export function detailOf({ details }: Pick<Order, "details">, name: string): string {
  return details.find((detail) => detail.name === name)?.value ?? "";
}

/** The price card's name; empty for a registration, which has none. */
export function planOf(order: Pick<Order, "details">): string {
  return detailOf(order, "plan");
}

/** Whether two orders ask the same person for the same money for the same thing. */
export function isSameOrder(a: Order, b: Order): boolean {
  const essence = ({ purpose, courseName, charge, customer, details }: Order) =>
    JSON.stringify([purpose, courseName, charge.currency, charge.minor, customer, details]);
  return essence(a) === essence(b);
}

/** What somebody had typed, taken back from the order that was made of it. */
export function registrationOf(order: Order): Registration {
  const value = (name: string) => {
    const text = detailOf(order, name);
    return text === NOT_GIVEN ? "" : text;
  };
  return {
    firstname: value("firstname"),
    lastname: value("lastname"),
    email: value("email"),
    phone: value("phone") || undefined,
    whatsapp: value("whatsapp") || undefined,
    country: value("country"),
    state: value("state"),
    age: value("age"),
    gender: value("gender"),
    education: value("education"),
    course: value("course_id"),
    track: value("track"),
    consent: value("consent") === "Yes",
    marketing: value("marketing_consent") === "Yes",
    guardianName: value("guardian_name"),
    guardianContact: value("guardian_contact"),
    guardianConsent: value("guardian_consent") === "Yes",
  };
}
