import { GUARDIAN_LABELS } from "~/domain/enrolment/guardian.ts";
import { CheckboxField } from "../form-fields/CheckboxField.tsx";
import { TextField } from "../form-fields/TextField.tsx";
import type { SignupFormControl } from "./useSignupForm.ts";

export interface GuardianWords {
  /** The text above the fields. */
  readonly guardianLead: string;
  /** What the guardian agrees to. */
  readonly guardianConsent: string;
}

interface GuardianFieldsProps {
  control: SignupFormControl;
  words: GuardianWords;
}

/** A parent or guardian of a learner under 18: who they are, how they are reached, and that they agree. */
export function GuardianFields({ control, words }: GuardianFieldsProps) {
  const { registration, errors, change } = control;
  return (
    <fieldset className="notice gap-5">
      <legend className="sr-only">Parent or guardian</legend>
      <p>{words.guardianLead}</p>
      <TextField
        label={GUARDIAN_LABELS.name}
        name="guardianName"
        value={registration.guardianName}
        onChange={(value) => change("guardianName", value)}
        required
      />
      <TextField
        label={GUARDIAN_LABELS.contact}
        name="guardianContact"
        value={registration.guardianContact}
        onChange={(value) => change("guardianContact", value)}
        required
        hint="We reach them here when something needs their word."
        error={errors.guardianContact}
      />
      <CheckboxField
        name="guardianConsent"
        isChecked={registration.guardianConsent}
        onChange={(isChecked) => change("guardianConsent", isChecked)}
        required
      >
        {words.guardianConsent}
      </CheckboxField>
    </fieldset>
  );
}
