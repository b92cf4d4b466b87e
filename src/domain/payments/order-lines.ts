/**
 * An order as lines for people: in mails to staff, in the fields that Paystack stores with a payment, in a
 * list.
 *
 * Paystack's fields are enough to enrol someone, so they are read back by their names. Labels are for
 * people and never read.
 */

import { type Guardian, LEARNER_FACTS, UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { REGISTRATION_FIELDS } from "~/domain/enrolment/registration.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { Order } from "./order.ts";

/** A fact that staff need to enrol someone. */
export interface OrderLine {
  /** snake_case, stable over time. */
  readonly name: string;
  readonly label: string;
  /** Empty where nothing was given. */
  readonly value: string;
}

/** The facts of an order about the learner and the purchase. */
export type OrderFacts = Pick<
  Order,
  "course" | "plan" | "learner" | "cohortName" | "voucher" | "isSponsored"
>;

/** The text that a list shows in the place of an empty value. */
export const NOT_GIVEN = "Not given";

const YES = "Yes";

/** The learner's details that come before the course's. Each is stored under its name in lower case. */
const BEFORE_COURSE = (["firstName", "lastName", ...LEARNER_FACTS] as const).filter(
  (field) => field !== "cohort",
);

/** Returns everything that is known of an order, in the order in which it is shown. */
export function orderLines(order: OrderFacts & Pick<Order, "purpose" | "parts">): OrderLine[] {
  return order.purpose === "tuition" ? tuitionLines(order) : registrationLines(order);
}

function tuitionLines({ course, plan, learner }: OrderFacts): OrderLine[] {
  return [
    line("email", REGISTRATION_FIELDS.email.label, learner.email),
    line("course", REGISTRATION_FIELDS.courseId.label, course.name),
    line("course_id", "Course id", course.id),
    ...planLines(plan ?? { id: "", name: "" }),
  ];
}

function planLines({ id, name }: Named): OrderLine[] {
  return [line("plan", REGISTRATION_FIELDS.planId.label, name), line("plan_id", "Plan id", id)];
}

function registrationLines({
  course,
  plan,
  learner,
  cohortName,
  voucher,
  isSponsored,
  parts,
}: OrderFacts & Pick<Order, "parts">): OrderLine[] {
  return [
    ...BEFORE_COURSE.map((field) =>
      line(field.toLowerCase(), REGISTRATION_FIELDS[field].label, learner[field]),
    ),
    line("course", REGISTRATION_FIELDS.courseId.label, course.name),
    line("track", REGISTRATION_FIELDS.cohort.label, cohortName),
    line("cohort_id", "Cohort id", learner.cohort),
    line("course_id", "Course id", course.id),
    ...(plan ? planLines(plan) : []),
    ...(voucher ? [line("voucher", REGISTRATION_FIELDS.voucher.label, voucher)] : []),
    line("consent", "Consent", yesOrNo(learner.consent)),
    line("marketing_consent", "News and offers by email", yesOrNo(learner.marketing)),
    ...(learner.guardian ? guardianLines(learner.guardian) : []),
    ...(isSponsored ? [line("paid_by", "Paid by", "A sponsor, by link")] : []),
    ...(parts
      ? [
          line("registration_fee", "Registration fee", formatExact(parts.fee)),
          line("course_price", "Tuition today", formatExact(parts.course)),
        ]
      : []),
  ];
}

function guardianLines({ name, contact, consent }: Guardian): OrderLine[] {
  return [
    line("guardian_name", REGISTRATION_FIELDS.guardianName.label, name),
    line("guardian_contact", REGISTRATION_FIELDS.guardianContact.label, contact),
    line("guardian_consent", REGISTRATION_FIELDS.guardianConsent.label, yesOrNo(consent)),
  ];
}

function line(name: string, label: string, value: string): OrderLine {
  return { name, label, value };
}

function yesOrNo(isGiven: boolean): string {
  return isGiven ? YES : "No";
}

/** Reads an order from its lines. @param values the values by the lines' names; a missing one was not given */
export function readOrderLines(values: ReadonlyMap<string, string>): OrderFacts {
  const text = (name: string) => values.get(name) ?? "";
  const isGiven = (name: string) => values.get(name) === YES;
  return {
    course: { id: text("course_id"), name: text("course") },
    plan: values.has("plan_id") ? { id: text("plan_id"), name: text("plan") } : null,
    learner: {
      ...UNKNOWN_LEARNER,
      ...Object.fromEntries(BEFORE_COURSE.map((field) => [field, text(field.toLowerCase())])),
      cohort: text("cohort_id"),
      consent: isGiven("consent"),
      marketing: isGiven("marketing_consent"),
      guardian: values.has("guardian_name")
        ? {
            name: text("guardian_name"),
            contact: text("guardian_contact"),
            consent: isGiven("guardian_consent"),
          }
        : null,
    },
    cohortName: text("track"),
    voucher: text("voucher"),
    isSponsored: values.has("paid_by"),
  };
}
