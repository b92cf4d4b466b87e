import type { ReactEventHandler } from "react";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { hasEdge } from "~/domain/hosting.ts";
import { ErrorSummary } from "../fields/ErrorSummary.tsx";
import { asChoices, SelectField } from "../fields/SelectField.tsx";
import { TickField } from "../fields/TickField.tsx";
import { RefundRules } from "../payment/ReceiptNotes.tsx";
import { SupportOptions } from "../support/IslandBoundary.tsx";
import { AmountBar } from "./AmountBar.tsx";
import { CourseFields } from "./CourseFields.tsx";
import { LearnerFields } from "./LearnerFields.tsx";
import { fieldId } from "./registration-fields.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import type { PaymentStep } from "./registration-view.ts";
import { StateField } from "./StateField.tsx";
import type { RegistrationControl } from "./useRegistration.ts";

interface RegistrationFormProps {
  offer: RegistrationOffer;
  control: RegistrationControl;
  step: PaymentStep;
  /** Why there is no link for somebody else, in words; null while there is nothing to say. */
  problem: string | null;
  onPress(act: "pay" | "ask"): void;
}

/**
 * The registration form, which posts by itself: the edge answers with the provider's page, or with this form again. Its fields
 * hold what is typed; React comes at the first touch, and makes the form better while it is filled in.
 */
export function RegistrationForm({ offer, control, step, problem, onPress }: RegistrationFormProps) {
  const { form, view } = control;
  const submit: ReactEventHandler = (event) => {
    // What breaks here leaves the form to post by itself.
    onPress("pay");
    event.preventDefault();
  };
  return (
    <form
      ref={form}
      className="card signup-form grid gap-6"
      method="post"
      action={hasEdge() ? "/prod/enrolments" : undefined}
      tabIndex={-1}
      noValidate
      hidden={view?.isDone === true && step === "behind"}
      data-fill
      aria-labelledby="signup-form-title"
      onChange={control.change}
      onBlur={control.leave}
      onSubmit={submit}
    >
      <div>
        <h2 id="signup-form-title" className="form-title">
          Fill in details before payment
        </h2>
        <p className="mt-1 text-muted">Optional: Cohort, State.</p>
      </div>
      <ErrorSummary ref={control.summary} errors={control.problems}>
        <div>
          <p>Still stuck? Message us.</p>
          <SupportOptions problem={control.complaint} course={view?.course?.name} />
        </div>
      </ErrorSummary>
      <p className="notice" role="status" hidden={!view?.hasStashed}>
        You're finishing an earlier registration. We've saved the other one for afterwards.
      </p>
      <div className="grid gap-6" data-details inert={step === "paying" || step === "asking"}>
        <CourseFields offer={offer} view={view} />
        <LearnerFields offer={offer} control={control} />
        <HomeFields offer={offer} control={control} />
        <Agreement offer={offer} control={control} />
      </div>
      <AmountBar offer={offer} view={view} step={step} problem={problem} onAsk={() => onPress("ask")} />
    </form>
  );
}

type PartProps = Pick<RegistrationFormProps, "offer" | "control">;

function HomeFields({ offer: { choices }, control: { view, chooseState } }: PartProps) {
  const country = view?.registration.country ?? "";
  return (
    <fieldset className="form-group">
      <legend>
        <h3>Where you live</h3>
      </legend>
      <div className="form-pair">
        <SelectField
          name="country"
          id={fieldId("country")}
          label={FIELD_LABELS.country}
          options={asChoices(Object.keys(choices.countries))}
          autoComplete="country-name"
          required
          error={view?.errors.country}
          isErrorLive
        />
        <StateField
          suggestions={choices.states}
          country={country}
          code={choices.countries[country] ?? ""}
          text={view?.registration.state ?? ""}
          error={view?.errors.state}
          onChoose={chooseState}
        />
      </div>
    </fieldset>
  );
}

function Agreement({ offer: { words }, control: { view } }: PartProps) {
  return (
    <fieldset className="form-group">
      <legend>
        <h3>Agreement</h3>
      </legend>
      <TickField name="consent" id={fieldId("consent")} required error={view?.errors.consent}>
        {words.consent} See the{" "}
        <a className="link" href="/Policy" target="_blank" rel="noopener">
          Privacy Policy
        </a>{" "}
        and{" "}
        <a className="link" href="/Terms%26Condition" target="_blank" rel="noopener">
          Terms and Conditions
        </a>
        .
      </TickField>
      <TickField name="marketing" id={fieldId("marketing")} isChecked={false}>
        {words.marketing}
      </TickField>
      <RefundRules />
    </fieldset>
  );
}
