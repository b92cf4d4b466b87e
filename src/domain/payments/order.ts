import { isEmailAddress } from "~/domain/contact/email-address.ts";
import type { SupportContext } from "~/domain/contact/site-facts.ts";
import { cohortName as nameOfCohort } from "~/domain/dates/cohort.ts";
import { amountPayable, type Choice, type Purchase } from "~/domain/enrolment/agreement.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { type Learner, UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { learnerOf, type Registration } from "~/domain/enrolment/registration.ts";
import { type Currency, formatExact, type Money } from "~/domain/money/money.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import { readVoucherCode } from "~/domain/pricing/voucher.ts";
import type { StartedPayment } from "./checkout.ts";
import { isReference } from "./reference.ts";

/** The purchase that is about to be paid, with all that a payment record needs to enrol someone. */
export interface Order extends Purchase {
  /**
   * Our own reference, unique to an attempt: the same at the provider, in mails and on the visitor's slip.
   */
  readonly reference: string;
  readonly charge: Money;
  /** The parts of the charge; null if it has none. */
  readonly parts: { readonly fee: Money; readonly course: Money } | null;
  /** The tuition's payments after this one, as they were agreed; left out where a page's plan has them. */
  readonly later?: readonly Money[];
  /** The learner. A payment from a price card has the e-mail address at most. */
  readonly learner: Learner;
  /** The cohort's name, for people; code uses its id. Empty without a cohort. */
  readonly cohortName: string;
  /** The code of the voucher that lowered the charge; empty without one. */
  readonly voucher: string;
  /** Another person pays, by a link that the learner sent. */
  readonly isSponsored: boolean;
  /** ISO 8601, UTC, by the visitor's clock. */
  readonly startedAt: string;
}

/** Returns the order for a registration: the fee, and the first payment of the tuition. */
export function registrationOrder(input: {
  registration: Registration;
  choice: Choice;
  cohorts: readonly Named[];
  currency: Money["currency"];
  reference: string;
  now: Date;
  isSponsored?: boolean;
}): Order {
  const { registration, choice, reference, now, isSponsored = false } = input;
  const { course, plan } = choice;
  const { total, ...parts } = amountPayable(choice, input.currency);
  return {
    reference,
    purpose: "registration",
    course: { id: course.id, name: course.name },
    plan: plan && { id: plan.id, name: plan.name },
    charge: total,
    parts,
    later: choice.tuition[input.currency]?.later ?? [],
    learner: learnerOf(registration),
    cohortName: nameOfCohort(input.cohorts, registration.cohort),
    voucher: readVoucherCode(registration.voucher),
    isSponsored,
    startedAt: now.toISOString(),
  };
}

/** Returns the order for a tuition payment from a price card. */
export function tuitionOrder(input: {
  email: string;
  course: Named;
  plan: Named;
  charge: Money;
  reference: string;
  now: Date;
}): Order {
  const { email, now, ...bought } = input;
  return {
    ...bought,
    purpose: "tuition",
    parts: null,
    learner: { ...UNKNOWN_LEARNER, email: email.trim() },
    cohortName: "",
    voucher: "",
    isSponsored: false,
    startedAt: now.toISOString(),
  };
}

/** Whether two orders ask the same person for the same money for the same thing. */
export function isSameOrder(a: Order, b: Order): boolean {
  const essence = (order: Order) =>
    JSON.stringify({ ...order, reference: null, startedAt: null, cohortName: null });
  return essence(a) === essence(b);
}

/**
 * Returns what staff need to find an order, for a message to them. The payer and their contacts are left out.
 */
export function orderContext(order: Order): Omit<SupportContext, "problem"> {
  return {
    course: order.course.name,
    plan: order.plan?.name,
    amount: formatExact(order.charge),
    reference: order.reference,
  };
}

/** Returns the order of a payment that the edge has started. A payer's page has only the first name. */
export function enrolmentOrder(
  view: EnrolmentView | PayerView,
  { reference, amount, charges }: StartedPayment,
  now: Date,
): Order {
  const { course, plan } = view;
  return {
    reference,
    purpose: charges.includes(0) ? "registration" : "tuition",
    course,
    plan,
    charge: amount,
    parts: null,
    learner: view.kind === "learner" ? view.learner : { ...UNKNOWN_LEARNER, firstName: view.firstName },
    cohortName: view.kind === "learner" ? view.cohortName : "",
    voucher: "",
    isSponsored: view.kind === "payer",
    startedAt: now.toISOString(),
  };
}

/**
 * Refuses an order that a provider would charge wrongly. Paystack's script accepts any text as an e-mail
 * address, fractions and negative amounts without an error.
 * @throws Error naming what is wrong; it is a programming slip, not the visitor's.
 */
export function checkOrder(order: Order, currency: Currency, { needsEmail = true } = {}): void {
  if (order.charge.currency !== currency) throw new Error(`This checkout takes ${currency} only.`);
  if (!Number.isSafeInteger(order.charge.minor) || order.charge.minor <= 0) {
    throw new Error("The amount must be a whole number above 0.");
  }
  if (!isReference(order.reference)) throw new Error("The payment reference has an unusable form.");
  if (needsEmail && !isEmailAddress(order.learner.email)) throw new Error("The e-mail address is not valid.");
}
