/** What Signup's page shows of what is typed: the course, its plans, what is wrong, what is due, and what can be pressed. */
import type { SignupPaymentState } from "~/browser/payments/signup-payment.ts";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import type { CohortOption } from "~/domain/dates/cohort-options.ts";
import type { RegistrationCourse, RegistrationPlan } from "~/domain/enrolment/course.ts";
import type { RegistrationErrors, RegistrationField } from "~/domain/enrolment/registration.ts";
import type { Currency, DualPrice } from "~/domain/money/money.ts";
import { part } from "../part.ts";
import { showAmounts } from "./amount-bar.ts";
import { REGISTRATION_FIELDS, showError } from "./fields.ts";
import { showCourse, showPlans } from "./plan-field.ts";
import type { SignupFormState } from "./signup-form-state.ts";

const LOST =
  "Part of this page didn't load. Nothing was charged, and nothing you typed is lost. Check your connection, then press Register again.";

export interface ShownForm {
  readonly state: SignupFormState;
  readonly course: RegistrationCourse | null;
  /** null where the price is paid at once. */
  readonly plan: RegistrationPlan | null;
  readonly cohorts: readonly CohortOption[];
  readonly currency: Currency;
  readonly fee: DualPrice;
  readonly support: SupportContacts;
  /** Those to show beside their fields. */
  readonly errors: RegistrationErrors;
  /** What Register waits for. */
  readonly missing: readonly RegistrationField[];
  readonly payment: SignupPaymentState;
  /** Register was pressed, and what is typed is being read. */
  readonly isPressed: boolean;
  /** A part of the page that is needed to pay did not arrive. */
  readonly isLost: boolean;
}

export function showForm(form: HTMLFormElement, shown: ShownForm): void {
  const { state, course, plan, cohorts, currency, fee, support, errors, missing } = shown;
  const { payment, isPressed, isLost } = shown;
  const { registration, isCourseLocked, hasStashed } = state;
  const { step, problem } = payment;
  showCourse(form, course, isCourseLocked);
  showPlans(form, { course, plan, currency });
  for (const field of REGISTRATION_FIELDS) showError(form, field, errors[field] ?? null);
  part("[data-stashed]", form).hidden = !hasStashed;
  part("[data-details]", form).inert = isPressed || step === "paying" || step === "asking";
  const firstClass = cohorts.find(({ id }) => id === registration.cohort)?.firstClass ?? null;
  showAmounts(form, {
    fee,
    course,
    plan,
    currency,
    missing,
    support,
    firstClass,
    step: isPressed && step === "open" ? "paying" : step,
    problem: isLost ? LOST : problem,
  });
  const plainWay = form.querySelector<HTMLElement>("[data-plain-way]");
  if (plainWay) plainWay.hidden = !isLost;
}

/** Opens what {@link showForm} has shut, for a form that posts by itself. */
export function openFields(form: HTMLFormElement): void {
  part("[data-details]", form).inert = false;
  part<HTMLSelectElement>("[name=course]", form).disabled = false;
  // What is chosen and disabled would not be posted.
  for (const { options } of form.querySelectorAll("select")) {
    for (const option of options) option.disabled = false;
  }
}
