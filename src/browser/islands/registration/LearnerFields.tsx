import { HAS_EDGE } from "~/browser/edge-client/send.ts";
import { needsGuardian } from "~/domain/enrolment/learner.ts";
import type { RegistrationField } from "~/domain/enrolment/registration.ts";
import { SAME_NUMBER_FIELD } from "~/domain/enrolment/registration-form.ts";
import type { NumberField } from "~/domain/enrolment/registration-numbers.ts";
import { asChoices, EMAIL_INPUT, SelectField, TextField, TickField } from "../fields/fields.tsx";
import { PhoneField } from "../fields/PhoneField.tsx";
import { fieldProps } from "./registration-fields.ts";
import { useSignup } from "./useRegistrationPayment.ts";

const EMAIL_HINT = HAS_EDGE ? "We'll send your receipt here." : undefined;

export function LearnerFields() {
  const { offer, view, chooseDiallingCountry, changeNumber, correctEmail } = useSignup();
  const { choices, words } = offer;
  const { likelyEmail } = view;
  const field = (name: RegistrationField) => fieldProps(name, view);
  const number = (name: NumberField) => ({
    ...field(name),
    countries: view.countries,
    country: view.diallingCountries[name],
    onCountry: (code: string) => chooseDiallingCountry(name, code),
    text: view.registration[name],
    onText: (text: string) => changeNumber(name, text),
  });
  const ages = choices.ages.map((age) => ({
    value: age,
    text: age,
    reveals: needsGuardian(age) ? "guardian" : undefined,
  }));
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field("firstName")} autoComplete="given-name" required />
        <TextField {...field("lastName")} autoComplete="family-name" required />
      </div>
      <TextField {...EMAIL_INPUT} {...field("email")} required hint={EMAIL_HINT}>
        <div aria-live="polite">
          {likelyEmail && (
            <button
              type="button"
              className="link link-alone cursor-pointer"
              onClick={() => correctEmail(likelyEmail)}
            >
              {`Did you mean ${likelyEmail.split("@")[1]}?`}
            </button>
          )}
        </div>
      </TextField>
      <PhoneField {...number("phone")} autoComplete="tel" />
      <PhoneField {...number("whatsapp")} autoComplete="section-whatsapp tel" isSame={view.isSameNumber}>
        <label className="flex items-start gap-3">
          <input type="checkbox" className="checkbox" name={SAME_NUMBER_FIELD} value="yes" />
          <span>Same as phone number</span>
        </label>
      </PhoneField>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...field("age")} options={ages} required />
        <SelectField {...field("gender")} options={asChoices(choices.genders)} required />
      </div>
      <SelectField {...field("education")} options={asChoices(choices.education)} required />
      <fieldset className="notice gap-5" data-guardian>
        <legend className="sr-only">Parent or guardian</legend>
        <p>{words.guardianLead}</p>
        <TextField {...field("guardianName")} />
        <TextField {...field("guardianContact")} hint="We'll use this to reach your guardian." />
        <TickField {...field("guardianConsent")}>{words.guardianConsent}</TickField>
      </fieldset>
    </>
  );
}
