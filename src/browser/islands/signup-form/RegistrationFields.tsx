import { useMemo } from "react";
import type { CohortOption } from "~/domain/dates/cohort-options.ts";
import type { Day } from "~/domain/dates/day.ts";
import type { RegistrationCourse } from "~/domain/enrolment/course.ts";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { unpackCountries } from "~/domain/location/country-list.ts";
import { PhoneField } from "../form-fields/PhoneField.tsx";
import { SelectField, type SelectOption } from "../form-fields/SelectField.tsx";
import { TextField, type TextFieldProps } from "../form-fields/TextField.tsx";
import { CountryField } from "./CountryField.tsx";
import { PlanField } from "./PlanField.tsx";
import { StateField } from "./StateField.tsx";
import { useCohorts } from "./useCohorts.ts";
import type { SignupFormControl } from "./useSignupForm.ts";

export interface FormOptions {
  readonly cohorts: readonly CohortOption[];
  /** Those of them whose places are counted. */
  readonly counted: readonly string[];
  /** The day on which the page was built. */
  readonly builtOn: Day;
  readonly ages: readonly string[];
  readonly education: readonly string[];
  readonly genders: readonly string[];
  /** Packed; see domain/location/country-list. */
  readonly countries: string;
}

interface RegistrationFieldsProps {
  control: SignupFormControl;
  courses: readonly RegistrationCourse[];
  options: FormOptions;
}

/** All fields of the registration, in the order of the form. */
export function RegistrationFields({ control, courses, options }: RegistrationFieldsProps) {
  const { registration, errors, change } = control;
  // Three lists of 190 countries: they cannot be used before the form is awake, so they are not in the page's HTML.
  const countries = useMemo(
    () => (control.isAwake ? unpackCountries(options.countries) : []),
    [control.isAwake, options.countries],
  );
  const country = countries.find(({ name }) => name === registration.country) ?? null;
  const asOptions = (values: readonly string[]) => values.map((value) => ({ value, text: value }));
  const { choices, hint } = useCohorts(options.cohorts, options.builtOn, options.counted);
  const select = (
    field: "age" | "gender" | "education" | "cohort",
    among: readonly SelectOption[],
    hint?: string,
  ) => (
    <SelectField
      label={FIELD_LABELS[field]}
      name={field}
      value={registration[field]}
      options={among}
      onChange={(value) => change(field, value)}
      required={field !== "cohort"}
      hint={hint}
    />
  );
  const text = (field: "firstName" | "lastName" | "email", props: Partial<TextFieldProps>) => (
    <TextField
      label={FIELD_LABELS[field]}
      name={field}
      value={registration[field]}
      onChange={(value) => change(field, value)}
      required
      {...props}
    />
  );
  const phone = (field: "phone" | "whatsapp", autoComplete: string, turn: number) => (
    <PhoneField
      label={FIELD_LABELS[field]}
      name={field}
      value={registration[field] || undefined}
      onChange={(value) => change(field, value ?? "")}
      countries={countries}
      turn={turn}
      defaultCountry={country?.code ?? control.visitorCountry}
      autoComplete={autoComplete}
      required
      error={errors[field]}
    />
  );

  return (
    <>
      <SelectField
        label={FIELD_LABELS.courseId}
        name="course"
        value={registration.courseId}
        options={courses.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(value) => change("courseId", value)}
        required
        disabled={control.isCourseLocked}
        hint={control.isCourseLocked ? "Chosen on the page you came from." : undefined}
      />
      {control.isCourseLocked && (
        <a className="link -mt-3 justify-self-start" href="/Signup">
          Choose another course
        </a>
      )}
      <PlanField control={control} />
      {select("cohort", choices, hint)}
      <div className="grid gap-5 sm:grid-cols-2">
        {text("firstName", { autoComplete: "given-name" })}
        {text("lastName", { autoComplete: "family-name" })}
      </div>
      {text("email", {
        type: "email",
        onBlur: () => control.leave("email"),
        autoComplete: "email",
        inputMode: "email",
        maxLength: 254,
        hint: "Your payment receipt is sent here.",
        error: errors.email,
      })}
      {phone("phone", "tel", 1)}
      {phone("whatsapp", "section-whatsapp tel", 2)}
      <div className="grid gap-5 sm:grid-cols-2">
        <CountryField
          countries={countries}
          value={registration.country}
          onChange={(value) => change("country", value)}
        />
        <StateField
          country={country}
          value={registration.state}
          onChange={(value) => change("state", value)}
        />
        {select("age", asOptions(options.ages))}
        {select("gender", asOptions(options.genders))}
      </div>
      {select("education", asOptions(options.education))}
    </>
  );
}
