import { useMemo } from "react";
import type { RegistrationCourse } from "~/domain/enrolment/course.ts";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { unpackCountries } from "~/domain/location/country-list.ts";
import { PhoneField } from "../form-fields/PhoneField.tsx";
import { SelectField } from "../form-fields/SelectField.tsx";
import { TextField } from "../form-fields/TextField.tsx";
import { CountryField } from "./CountryField.tsx";
import { StateField } from "./StateField.tsx";
import type { SignupFormControl } from "./useSignupForm.ts";

export interface FormOptions {
  readonly cohorts: readonly string[];
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
  // Three lists of 190 countries: nobody can choose before the form is awake, so the page's HTML is spared them.
  const countries = useMemo(
    () => (control.isAwake ? unpackCountries(options.countries) : []),
    [control.isAwake, options.countries],
  );
  const country = countries.find(({ name }) => name === registration.country) ?? null;
  const asOptions = (values: readonly string[]) => values.map((value) => ({ value, text: value }));
  const select = (field: "age" | "gender" | "education" | "track", values: readonly string[]) => (
    <SelectField
      label={FIELD_LABELS[field]}
      name={field}
      value={registration[field]}
      options={asOptions(values)}
      onChange={(value) => change(field, value)}
      required={field !== "track"}
    />
  );
  const phone = (field: "phone" | "whatsapp", autoComplete: string, turn: number) => (
    <PhoneField
      label={FIELD_LABELS[field]}
      name={field}
      value={registration[field]}
      onChange={(value) => change(field, value)}
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
        label={FIELD_LABELS.course}
        name="course"
        value={registration.course}
        options={courses.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(value) => change("course", value)}
        required
        disabled={control.isCourseLocked}
        hint={control.isCourseLocked ? "Chosen on the page you came from." : undefined}
      />
      {control.isCourseLocked && (
        <a className="link -mt-3 justify-self-start" href="/Signup">
          Choose another course
        </a>
      )}
      {select("track", options.cohorts)}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={FIELD_LABELS.firstname}
          name="firstname"
          value={registration.firstname}
          onChange={(value) => change("firstname", value)}
          autoComplete="given-name"
          required
        />
        <TextField
          label={FIELD_LABELS.lastname}
          name="lastname"
          value={registration.lastname}
          onChange={(value) => change("lastname", value)}
          autoComplete="family-name"
          required
        />
      </div>
      <TextField
        label={FIELD_LABELS.email}
        name="email"
        type="email"
        value={registration.email}
        onChange={(value) => change("email", value)}
        onBlur={() => control.leave("email")}
        autoComplete="email"
        required
        inputMode="email"
        maxLength={254}
        hint="Your payment receipt is sent here."
        error={errors.email}
      />
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
        {select("age", options.ages)}
        {select("gender", options.genders)}
      </div>
      {select("education", options.education)}
    </>
  );
}
