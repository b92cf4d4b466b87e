/** The chosen course: its name over the form, whether it can be changed, and the ways to pay it. */
import type { RegistrationCourse, RegistrationPlan } from "~/domain/enrolment/course.ts";
import { planChoice } from "~/domain/enrolment/registration-form.ts";
import { type Currency, formatExact } from "~/domain/money/money.ts";
import { describePayments } from "~/domain/pricing/payment-plan.ts";
import { part, writeText } from "../part.ts";
import { fieldNamed, fillList, showHint } from "./fields.ts";

/** @param isLocked the link has chosen it */
export function showCourse(
  form: HTMLFormElement,
  course: RegistrationCourse | null,
  isLocked: boolean,
): void {
  writeText(part("[data-signup-heading]"), `Register for ${course?.name ?? "our Cloud Programs"}`);
  part<HTMLSelectElement>("[name=course]", form).disabled = isLocked;
  part("[data-other-course]", form).hidden = !isLocked;
}

/** The course and currency that the list of plans was drawn for. */
const drawn = new WeakMap<HTMLFormElement, string>();

/** Of the plans of all courses, those of the chosen one, each spelled out in the currency in which it is paid. */
export function showPlans(
  form: HTMLFormElement,
  {
    course,
    plan,
    currency,
  }: { course: RegistrationCourse | null; plan: RegistrationPlan | null; currency: Currency },
): void {
  const list = fieldNamed(form, "plan");
  // A site that cannot take the payments after the first offers no plan.
  if (!(list instanceof HTMLSelectElement)) return;
  const key = `${course?.id} ${currency}`;
  if (drawn.get(form) !== key) {
    drawn.set(form, key);
    const choices = (course?.plans ?? []).map(({ id, name, schedules }) => ({
      value: planChoice(course?.id ?? "", id),
      text: `${name}, ${describePayments(schedules[currency])}`,
    }));
    fillList(list, choices, course ? `Full tuition, ${formatExact(course.price[currency])}` : undefined);
  }
  list.value = course && plan ? planChoice(course.id, plan.id) : "";
  // A phone's list cuts off what is chosen.
  showHint(form, "plan", plan && describePayments(plan.schedules[currency]));
}
