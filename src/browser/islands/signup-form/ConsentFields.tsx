import { needsGuardian } from "~/domain/enrolment/guardian.ts";
import { CheckboxField } from "../form-fields/CheckboxField.tsx";
import { GuardianFields, type GuardianWords } from "./GuardianFields.tsx";
import type { SignupFormControl } from "./useSignupForm.ts";

/** What the boxes at the end of the form say. */
export interface ConsentWords extends GuardianWords {
  readonly consent: string;
  readonly marketing: string;
}

interface ConsentFieldsProps {
  control: SignupFormControl;
  words: ConsentWords;
}

/** Who agrees to what: a guardian where one is needed, the enrolment, and apart from it news and offers. */
export function ConsentFields({ control, words }: ConsentFieldsProps) {
  const { registration, change } = control;
  return (
    <>
      {needsGuardian(registration.age) && <GuardianFields control={control} words={words} />}
      <CheckboxField
        name="consent"
        isChecked={registration.consent}
        onChange={(isChecked) => change("consent", isChecked)}
        required
      >
        {words.consent} See the{" "}
        <a className="link" href="/Policy" target="_blank" rel="noopener">
          Privacy Policy
        </a>{" "}
        and the{" "}
        <a className="link" href="/Terms%26Condition" target="_blank" rel="noopener">
          Terms and Conditions
        </a>
        .
      </CheckboxField>
      <CheckboxField
        name="marketing"
        isChecked={registration.marketing}
        onChange={(isChecked) => change("marketing", isChecked)}
      >
        {words.marketing}
      </CheckboxField>
    </>
  );
}
