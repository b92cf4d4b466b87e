import { HAS_EDGE } from "~/browser/edge-client/send.ts";
import { onlyCohort } from "~/domain/dates/cohort-options.ts";
import {
  amountPayable,
  type RegistrationCourse,
  type RegistrationPlan,
} from "~/domain/enrolment/agreement.ts";
import { planChoice } from "~/domain/enrolment/registration-form.ts";
import { CURRENCIES, type DualPrice } from "~/domain/money/money.ts";
import {
  barSegments,
  compareTotal,
  describePayments,
  type PaymentSchedule,
} from "~/domain/pricing/payment-plan.ts";
import { FieldError, SelectField, TextField } from "../fields/fields.tsx";
import { Button } from "../support/controls.tsx";
import { fieldProps } from "./registration-fields.ts";
import { useSignup } from "./useRegistrationPayment.ts";

const CURRENCY_CHOICES = { NGN: "Naira, with Paystack", USD: "US dollars, with PayPal" } as const;

export function CourseFields() {
  const { offer, view } = useSignup();
  const hasNothingToPay = CURRENCIES.every(
    (currency) => amountPayable(view.price, currency).total.minor === 0,
  );
  const { courses } = offer;
  const coursesWithPlans = courses.filter(({ plans }) => plans.length > 0);
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
        disabled={view.isCourseLocked}
      />
      {view.isCourseLocked && (
        <>
          {/* The browser does not post a disabled field, so a hidden one holds the course. */}
          <input type="hidden" name="course" value={view.registration.courseId} />
          <a className="link -mt-2 justify-self-start" href="/Signup">
            Choose another course
          </a>
        </>
      )}
      {coursesWithPlans.length > 0 && (
        <PlanField
          courses={view.isLive ? [view.course].filter((course) => course !== null) : coursesWithPlans}
        />
      )}
      {HAS_EDGE && <VoucherField />}
      <SelectField
        {...fieldProps("cohort", view)}
        options={view.cohortList.options}
        hint={view.cohortList.hint}
      />
      {onlyCohort(view.cohortList.options) !== "" && (
        <p className="hidden noscript:block -mt-2 text-small text-muted">
          Leave it empty to join the next one.
        </p>
      )}
      <fieldset className="grid gap-1" hidden={hasNothingToPay}>
        <legend className="field-label pb-2">Pay in</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {CURRENCIES.map((currency) => (
            <label
              key={currency}
              className={`flex items-start gap-3 ${currency === "USD" ? "dollars-choice" : ""}`}
            >
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

/** The field for a voucher. Without script the voucher is checked when the form is posted. */
function VoucherField() {
  const { view, takeVoucher } = useSignup();
  const { usedVoucher } = view;
  const isOpen = usedVoucher !== null || view.registration.voucher !== "" || Boolean(view.errors.voucher);
  return (
    <details open={isOpen || undefined}>
      <summary>Have a voucher?</summary>
      <div className="mt-2">
        <TextField {...fieldProps("voucher", view)} />
        {view.isLive && (
          <>
            <Button className="btn btn-outline mt-2" onClick={() => void takeVoucher()}>
              Use voucher
            </Button>
            <p className="mt-2" role="status">
              {usedVoucher && `${usedVoucher.off} off with ${usedVoucher.code}.`}
            </p>
          </>
        )}
      </div>
    </details>
  );
}

/** The plans of the chosen course. Before hydration the plans of all courses are rendered, and CSS hides the others. */
function PlanField({ courses }: { courses: readonly RegistrationCourse[] }) {
  const { view } = useSignup();
  const { id, name, label, error } = fieldProps("planId", view);
  return (
    <fieldset
      className="field"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML allows it; a group cannot be invalid.
      role="radiogroup"
      data-field={name}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-error`}
      aria-invalid={error ? true : undefined}
    >
      <legend className="field-label pb-2" id={`${id}-label`}>
        {label}
      </legend>
      <label className="plan-card">
        <input type="radio" className="checkbox" id={id} name={name} value="" defaultChecked />
        <span>
          <span className="font-semibold">Full tuition</span>
          {view.course && <Payments price={view.course.price} plan={null} />}
        </span>
      </label>
      {courses.map((course) =>
        course.plans.map((plan) => (
          <label key={`${course.id}/${plan.id}`} className="plan-card" data-plan-of={course.id}>
            <input type="radio" className="checkbox" name={name} value={planChoice(course.id, plan.id)} />
            <span>
              <span className="font-semibold">
                {view.isLive ? plan.name : `${course.name}: ${plan.name}`}
              </span>
              <Payments price={course.price} plan={plan} />
            </span>
          </label>
        )),
      )}
      <div className="field-live" aria-live="polite">
        <FieldError id={`${id}-error`} name={name} error={error} />
      </div>
    </fieldset>
  );
}

/** The payments of a plan in both currencies: in words, to scale, and their total. */
function Payments({ price, plan }: { price: DualPrice; plan: RegistrationPlan | null }) {
  const { view } = useSignup();
  return CURRENCIES.map((currency) => {
    const payments = plan?.schedules[currency] ?? { now: price[currency], later: [] };
    return (
      <span key={currency} className={`plan-payments ${currency === "NGN" ? "in-ngn" : "in-usd"}`}>
        <span>{describePayments(payments)}</span>
        {view.isLive && <Bar payments={payments} />}
        {plan && <span className="text-small">{compareTotal(payments, price[currency])}</span>}
      </span>
    );
  });
}

/** A decorative bar of the payments to scale. The text above names the amounts. */
function Bar({ payments }: { payments: Pick<PaymentSchedule, "now" | "later"> }) {
  return (
    <svg className="payment-bar" width="100%" height="8" aria-hidden="true">
      {barSegments([payments.now, ...payments.later]).map(({ start, width, isFirst }) => (
        <rect
          key={start}
          x={`${start}%`}
          width={`${width}%`}
          height="8"
          rx="4"
          className={isFirst ? "is-now" : "is-later"}
        />
      ))}
    </svg>
  );
}
