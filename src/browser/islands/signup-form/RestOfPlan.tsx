import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { firstClassOf } from "~/domain/enrolment/agreement.ts";
import { describeLaterPayments } from "~/domain/enrolment/later-payments.ts";
import type { SignupFormControl } from "./useSignupForm.ts";

/** What is due after the first payment of the chosen plan, each with its date. */
export function RestOfPlan({ control }: { control: SignupFormControl }) {
  const { plan, currency, registration } = control;
  if (!plan) return null;
  const firstClass = firstClassOf(registration.cohort, lagosDay(new Date()));
  return (
    <section className="rest-of-plan" aria-label="The rest of your tuition">
      <p className="font-semibold">Due after your first payment</p>
      <ul className="mt-1 grid gap-1">
        {describeLaterPayments(plan.schedules[currency], firstClass).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments of the same amount and term differ by their place alone
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
