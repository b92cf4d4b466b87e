import { GUARDIAN_LABELS, needsGuardian } from "~/domain/enrolment/learner.ts";
import { FIELD_LABELS, type RegistrationField } from "~/domain/enrolment/registration.ts";
import { SAME_NUMBER_FIELD } from "~/domain/enrolment/registration-form.ts";
import type { NumberField } from "~/domain/enrolment/registration-numbers.ts";
import { PhoneField } from "../fields/PhoneField.tsx";
import { asChoices, SelectField } from "../fields/SelectField.tsx";
import { TextField } from "../fields/TextField.tsx";
import { TickField } from "../fields/TickField.tsx";
import { fieldId } from "./registration-fields.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import type { RegistrationControl } from "./useRegistration.ts";

interface LearnerFieldsProps {
  offer: RegistrationOffer;
  control: RegistrationControl;
}

/** Who learns, and for somebody under age who agrees to it. */
export function LearnerFields({ offer: { choices, words }, control }: LearnerFieldsProps) {
  const { view } = control;
  const field = (name: RegistrationField) => ({
    name,
    id: fieldId(name),
    error: view?.errors[name],
    isErrorLive: true,
  });
  const number = (name: NumberField) => ({
    name,
    id: fieldId(name),
    label: FIELD_LABELS[name],
    error: view?.errors[name],
    countries: view && choices.countries,
    country: view?.dialledIn[name] ?? null,
    onCountry: (code: string) => control.chooseDiallingCountry(name, code),
    text: view?.registration[name] ?? "",
    onText: (text: string) => control.changeNumber(name, text),
  });
  const ages = choices.ages.map((age) => ({
    value: age,
    text: age,
    reveals: needsGuardian(age) ? "guardian" : undefined,
  }));
  return (
    <fieldset className="form-group">
      <legend>
        <h3>You</h3>
      </legend>
      <div className="form-pair">
        <TextField
          {...field("firstName")}
          label={FIELD_LABELS.firstName}
          autoComplete="given-name"
          required
        />
        <TextField {...field("lastName")} label={FIELD_LABELS.lastName} autoComplete="family-name" required />
      </div>
      <TextField
        {...field("email")}
        label={FIELD_LABELS.email}
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        hint="We'll send your receipt here."
      >
        <EmailSlip control={control} />
      </TextField>
      <PhoneField {...number("phone")} autoComplete="tel" />
      <PhoneField
        {...number("whatsapp")}
        autoComplete="section-whatsapp tel"
        isSame={view?.isSameNumber === true}
      >
        <label className="flex items-start gap-3">
          <input type="checkbox" className="checkbox" name={SAME_NUMBER_FIELD} value="yes" />
          <span>Same as phone number</span>
        </label>
      </PhoneField>
      <div className="form-pair">
        <SelectField {...field("age")} label={FIELD_LABELS.age} options={ages} required />
        <SelectField
          {...field("gender")}
          label={FIELD_LABELS.gender}
          options={asChoices(choices.genders)}
          required
        />
      </div>
      <SelectField
        {...field("education")}
        label={FIELD_LABELS.education}
        options={asChoices(choices.education)}
        required
      />
      <fieldset className="notice gap-5" data-guardian>
        <legend className="sr-only">Parent or guardian</legend>
        <p>{words.guardianLead}</p>
        <TextField {...field("guardianName")} label={GUARDIAN_LABELS.name} />
        <TextField
          {...field("guardianContact")}
          label={GUARDIAN_LABELS.contact}
          hint="We'll use this to reach your guardian."
        />
        <TickField
          name="guardianConsent"
          id={fieldId("guardianConsent")}
          error={view?.errors.guardianConsent}
        >
          {words.guardianConsent}
        </TickField>
      </fieldset>
    </fieldset>
  );
}

/** Asks about an address whose domain looks like a slip of the keys, and corrects it on request. */
function EmailSlip({ control: { view, correctEmail } }: Pick<LearnerFieldsProps, "control">) {
  const likely = view?.likelyEmail;
  return (
    <div aria-live="polite">
      {likely && (
        <button type="button" className="link link-alone cursor-pointer" onClick={() => correctEmail(likely)}>
          {`Did you mean ${likely.split("@")[1]}?`}
        </button>
      )}
    </div>
  );
}
