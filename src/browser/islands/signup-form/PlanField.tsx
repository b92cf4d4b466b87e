import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { formatExact } from "~/domain/money/money.ts";
import { describePayments } from "~/domain/pricing/payment-plan.ts";
import { SelectField } from "../form-fields/SelectField.tsx";
import type { SignupFormControl } from "./useSignupForm.ts";

/** How a course is paid, each way spelled out; nothing where there is one way only. */
export function PlanField({ control }: { control: SignupFormControl }) {
  const { course, plan, currency, change } = control;
  if (!course || course.plans.length === 0) return null;
  return (
    <SelectField
      label={FIELD_LABELS.planId}
      name="plan"
      value={plan?.id ?? ""}
      blank={`Full tuition, ${formatExact(course.price[currency])}`}
      options={course.plans.map(({ id, name, schedules }) => ({
        value: id,
        text: `${name}, ${describePayments(schedules[currency])}`,
      }))}
      // A phone's list cuts off what is chosen.
      hint={plan ? describePayments(plan.schedules[currency]) : undefined}
      onChange={(planId) => change("planId", planId)}
    />
  );
}
