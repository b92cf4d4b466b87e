import { type ReactEventHandler, type ReactNode, useLayoutEffect, useRef } from "react";
import { HAS_EDGE } from "~/browser/edge-client/send.ts";
import { WORDS_FIELD } from "~/domain/enrolment/consent.ts";
import { labelOf, type RegistrationErrors, type RegistrationField } from "~/domain/enrolment/registration.ts";
import { ErrorSummary } from "../fields/ErrorSummary.tsx";
import { Field, TickField } from "../fields/fields.tsx";
import { RefundRules } from "../payment/ReceiptNotes.tsx";
import { NewTabLink } from "../support/controls.tsx";
import { SupportOptions } from "../support/IslandBoundary.tsx";
import { AmountBar } from "./AmountBar.tsx";
import { CourseFields } from "./CourseFields.tsx";
import { LearnerFields } from "./LearnerFields.tsx";
import { fieldProps } from "./registration-fields.ts";
import { StateField } from "./StateField.tsx";
import { useSignup } from "./useRegistrationPayment.ts";

/**
 * The registration form. Without React it posts by itself, and the edge responds with the provider's page or
 * with the form again. The fields themselves hold what is typed, so React can hydrate them at the first
 * touch.
 */
export function RegistrationForm() {
  const { payments, offer, form, view, change, leave, summary, summaryErrors } = useSignup();
  const { step, press } = payments;
  const submit: ReactEventHandler = (event) => {
    // If this throws, `preventDefault` is not reached and the browser posts the form.
    press("pay");
    event.preventDefault();
  };
  return (
    <form
      ref={form}
      className="card signup-form grid gap-6"
      method="post"
      action={HAS_EDGE ? "/prod/enrolments" : undefined}
      tabIndex={-1}
      noValidate
      hidden={view.isDone && step === "done"}
      data-fill
      aria-labelledby="signup-form-title"
      onChange={change}
      onBlur={leave}
      onSubmit={submit}
    >
      <div>
        <h2 id="signup-form-title" className="form-title">
          Fill in details before payment
        </h2>
        <p className="mt-1 text-muted">Optional: Cohort, State.</p>
      </div>
      <ErrorSummary ref={summary} errors={summaryErrors}>
        <div>
          <p>Still stuck? Message us.</p>
          <SupportOptions problem={complaintAbout(view.errors)} course={view.course?.name} />
        </div>
      </ErrorSummary>
      <p className="notice" role="status" hidden={!view.hasStashed}>
        You're finishing an earlier registration. We've saved the other one for afterwards.
      </p>
      <div className="grid gap-6" inert={step === "paying" || step === "asking"}>
        <Group title="Your course">
          <CourseFields />
        </Group>
        <Group title="You">
          <LearnerFields />
        </Group>
        <Group title="Where you live">
          <div className="grid gap-5 sm:grid-cols-2">
            <CountryField />
            <StateField />
          </div>
        </Group>
        <Group title="Agreement">
          {HAS_EDGE && <input type="hidden" name={WORDS_FIELD} value={offer.words.version} />}
          <TickField {...fieldProps("consent", view)} required>
            <span>{offer.words.consent}</span> See the <NewTabLink href="/Policy">Privacy Policy</NewTabLink>{" "}
            and <NewTabLink href="/Terms%26Condition">Terms and Conditions</NewTabLink>.
          </TickField>
          <TickField {...fieldProps("marketing", view)} isChecked={false}>
            {offer.words.marketing}
          </TickField>
          <RefundRules />
        </Group>
      </div>
      <AmountBar />
    </form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="form-group ruled grid min-w-0 gap-5 pt-6">
      <legend>
        <h3>{title}</h3>
      </legend>
      {children}
    </fieldset>
  );
}

/** The field of the country. Its list is a slot, which React does not update, so `aria-invalid` is set by hand. */
function CountryField() {
  const { offer, view } = useSignup();
  const field = useRef<HTMLDivElement>(null);
  const error = view.errors.country;
  useLayoutEffect(() => {
    const list = field.current?.querySelector("select");
    if (error) list?.setAttribute("aria-invalid", "true");
    else list?.removeAttribute("aria-invalid");
  }, [error]);
  return (
    <div ref={field}>
      <Field {...fieldProps("country", view)}>{() => offer.countryList}</Field>
    </div>
  );
}

/** Returns a visitor's first message to staff. It names the invalid fields, never their values. */
function complaintAbout(errors: RegistrationErrors): string {
  const fields = Object.keys(errors) as RegistrationField[];
  return `the registration form does not take my ${fields.map(labelOf).join(", ") || "details"}`;
}
