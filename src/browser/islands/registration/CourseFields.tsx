import { planChoice } from "~/domain/enrolment/registration-form.ts";
import { CURRENCIES } from "~/domain/money/money.ts";
import { describePayments } from "~/domain/pricing/payment-plan.ts";
import { SelectField } from "../fields/SelectField.tsx";
import { fieldProps } from "./registration-fields.ts";
import { useSignup } from "./useRegistrationPayment.ts";

const CURRENCY_CHOICES = { NGN: "Naira, with Paystack", USD: "US dollars, with PayPal" } as const;

export function CourseFields() {
  const { offer, view } = useSignup();
  const { courses, choices } = offer;
  const withPlans = courses.filter(({ plans }) => plans.length > 0);
  const isLocked = view?.isCourseLocked === true;
  return (
    <>
      <SelectField
        {...fieldProps("courseId", view)}
        options={courses.map(({ id, name, plans }) => ({
          value: id,
          text: name,
          reveals: plans.length > 0 ? "plan" : undefined,
        }))}
        required
        disabled={isLocked}
      />
      {isLocked && (
        <>
          {/* What is disabled would not be posted. */}
          <input type="hidden" name="course" value={view.registration.courseId} />
          <a className="link -mt-2 justify-self-start" href="/Signup">
            Choose another course
          </a>
        </>
      )}
      {withPlans.length > 0 && (
        <SelectField
          {...fieldProps("planId", view)}
          blank={view?.plans.blank ?? "Full tuition"}
          options={view?.plans.options ?? []}
          hint={view?.plans.hint ?? ""}
        >
          {/* The plans of all courses, which style sheets show where the chosen course has one; then that course's own. */}
          {!view &&
            withPlans.map(({ id, name, plans }) => (
              <optgroup key={id} label={name}>
                {plans.map((plan) => (
                  <option key={plan.id} value={planChoice(id, plan.id)}>
                    {`${plan.name}, ${CURRENCIES.map((option) => describePayments(plan.schedules[option])).join(" or ")}`}
                  </option>
                ))}
              </optgroup>
            ))}
        </SelectField>
      )}
      <SelectField
        {...fieldProps("cohort", view)}
        options={
          view?.cohortList.options ?? choices.cohorts.map(({ id, name }) => ({ value: id, text: name }))
        }
        hint={view?.cohortList.hint ?? ""}
      />
      <fieldset className="grid gap-1">
        <legend className="field-label pb-2">Pay in</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {CURRENCIES.map((currency) => (
            <label key={currency} className="flex items-start gap-3">
              <input type="radio" className="checkbox" name="currency" value={currency} />
              <span>{CURRENCY_CHOICES[currency]}</span>
            </label>
          ))}
        </div>
        <p className="hidden noscript:block text-small text-muted">
          Choose neither, and you pay naira in Nigeria, dollars elsewhere.
        </p>
      </fieldset>
    </>
  );
}
