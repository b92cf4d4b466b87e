import type { RegistrationCourse } from "~/domain/enrolment/agreement.ts";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { planChoice } from "~/domain/enrolment/registration-form.ts";
import { CURRENCIES } from "~/domain/money/money.ts";
import { describePayments } from "~/domain/pricing/payment-plan.ts";
import { type Choice, SelectField } from "../fields/SelectField.tsx";
import { fieldId } from "./registration-fields.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import type { RegistrationView } from "./registration-view.ts";

interface CourseFieldsProps {
  offer: RegistrationOffer;
  view: RegistrationView | null;
}

/** What is registered for, and how it is paid. */
export function CourseFields({ offer: { courses, choices }, view }: CourseFieldsProps) {
  const withPlans = courses.filter(({ plans }) => plans.length > 0);
  const isLocked = view?.isCourseLocked === true;
  return (
    <fieldset className="form-group">
      <legend>
        <h3>Your course</h3>
      </legend>
      <SelectField
        name="course"
        id={fieldId("courseId")}
        label={FIELD_LABELS.courseId}
        options={courses.map(({ id, name, plans }) => ({
          value: id,
          text: name,
          reveals: plans.length > 0 ? "plan" : undefined,
        }))}
        required
        disabled={isLocked}
        error={view?.errors.courseId}
        isErrorLive
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
      {withPlans.length > 0 && <PlanField courses={withPlans} view={view} />}
      <SelectField
        name="cohort"
        id={fieldId("cohort")}
        label={FIELD_LABELS.cohort}
        options={view?.cohortList.options ?? choices.cohorts.map(asChoice)}
        hint={view?.cohortList.hint ?? ""}
        error={view?.errors.cohort}
        isErrorLive
      />
      <fieldset className="grid gap-1">
        <legend className="field-label pb-2">Pay in</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <label className="flex items-start gap-3">
            <input type="radio" className="checkbox" name="currency" value="NGN" />
            <span>Naira, with Paystack</span>
          </label>
          <label className="flex items-start gap-3">
            <input type="radio" className="checkbox" name="currency" value="USD" />
            <span>US dollars, with PayPal</span>
          </label>
        </div>
        <p className="without-js text-small text-muted">
          Choose neither, and you pay naira in Nigeria, dollars elsewhere.
        </p>
      </fieldset>
    </fieldset>
  );
}

interface PlanFieldProps {
  courses: readonly RegistrationCourse[];
  view: RegistrationView | null;
}

/** The plans of all courses in one list, which style sheets show where the chosen course has one; then that course's own. */
function PlanField({ courses, view }: PlanFieldProps) {
  return (
    <SelectField
      name="plan"
      id={fieldId("planId")}
      label={FIELD_LABELS.planId}
      blank={view?.plans.blank ?? "Full tuition"}
      options={view?.plans.options ?? []}
      hint={view?.plans.hint ?? ""}
      error={view?.errors.planId}
      isErrorLive
    >
      {!view &&
        courses.map(({ id, name, plans }) => (
          <optgroup key={id} label={name}>
            {plans.map((plan) => (
              <option key={plan.id} value={planChoice(id, plan.id)}>
                {`${plan.name}, ${CURRENCIES.map((option) => describePayments(plan.schedules[option])).join(" or ")}`}
              </option>
            ))}
          </optgroup>
        ))}
    </SelectField>
  );
}

function asChoice({ id, name }: { readonly id: string; readonly name: string }): Choice {
  return { value: id, text: name };
}
