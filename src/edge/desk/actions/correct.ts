import { z } from "astro/zod";
import { emailProblem } from "~/domain/contact/email-address.ts";
import { isPhoneNumber } from "~/domain/contact/phone-number.ts";
import { guardianContactError, type Learner } from "~/domain/enrolment/learner.ts";
import {
  labelOf,
  learnerOf,
  type Registration,
  type RegistrationField,
  registrationFor,
} from "~/domain/enrolment/registration.ts";
import { NUMBER_FIELDS, type NumberField, withNumbers } from "~/domain/enrolment/registration-numbers.ts";
import { type FormField, hasProblems, type Problems, problemsOf, textField } from "~/edge/desk/desk-form.tsx";
import { savingLearner } from "~/edge/enrolments/enrolment-store.ts";
import { changesBetween, isOtherAddress } from "~/edge/enrolments/mails/changed-mail.ts";
import { learnerFields, line } from "~/edge/payments/parse-order.ts";
import { changeEffect, defineAction, recipientsText } from "./action.ts";

/** The countries by which staff's numbers without a calling code are read. */
const STAFF_COUNTRIES = ["NG"];

const { firstName, lastName, email, phone, whatsapp, country, state, age } = learnerFields;
const detailsForm = z.object({
  firstName,
  lastName,
  email,
  phone,
  whatsapp,
  country,
  state,
  age,
  guardianName: line(),
  guardianContact: line(),
});

type Details = z.infer<typeof detailsForm>;
const FIELDS = Object.keys(detailsForm.shape) as (keyof Details)[];

/** Returns a field's label for staff. */
export function staffLabel(field: RegistrationField): string {
  return field === "guardianContact" ? "Guardian's phone or email" : labelOf(field);
}

/** The properties in which fields differ from a text field with the label of Signup. */
const FIELD_DETAILS: Partial<Record<keyof Details, Partial<FormField>>> = {
  email: { kind: "email" },
  phone: { kind: "tel" },
  whatsapp: { kind: "tel" },
  guardianName: { hint: "For a learner under 18 only" },
};

/** The action that corrects what a learner may not change alone, such as a misspelt name. */
export const correct = defineAction<Learner>({
  name: "correct",
  title: "Correct details",
  role: "staff",
  fields: async ({ enrolment }, { context }) => {
    const registration = registrationFor(enrolment);
    const ages = [...new Set(["", registration.age, ...context.prices.choices.age])];
    const details: typeof FIELD_DETAILS = {
      ...FIELD_DETAILS,
      age: { kind: "select", options: ages.map((band) => [band, band || "Not known"] as const) },
    };
    return FIELDS.map((name) => ({
      ...textField(name, staffLabel(name), { value: registration[name], isPersonal: true }),
      ...details[name],
    }));
  },
  read: (typed, { enrolment }, { context }) => {
    const parsed = detailsForm.safeParse(Object.fromEntries(FIELDS.map((name) => [name, typed(name)])));
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => [String(path[0]), `This ${message}.`]);
      return { problems: Object.fromEntries(problems) };
    }
    const former = registrationFor(enrolment);
    const after = withReadNumbers({ ...former, ...parsed.data }, former);
    const problems = contactProblems(after, former);
    if (hasProblems(problems)) return { problems };
    const learner = learnerOf(after);
    if (changesBetween(enrolment.learner, learner, context.prices).length === 0) {
      return { problems: { "": "Nothing has changed yet." } };
    }
    return { input: learner };
  },
  confirm: async (learner, { enrolment }) => [
    ...changedFields(enrolment, learner).map(
      ({ label, before, after }) => `${label}: from “${before || "nothing"}” to “${after || "nothing"}”.`,
    ),
    recipientsText(enrolment, "that says so, without the details", { ...enrolment, learner }),
    ...(enrolment.state !== "started" && isOtherAddress(enrolment, { ...enrolment, learner })
      ? ["Links to My enrolment that were sent before end; the new address gets one of its own."]
      : []),
  ],
  prepare: async (learner, { enrolment }, { context }, token) => {
    const after = { ...enrolment, learner };
    const changes = changesBetween(enrolment.learner, learner, context.prices);
    const statements = savingLearner(context.db, enrolment.id, learner, context.now);
    return {
      ...(await changeEffect(context, enrolment, token, { after, changes, statements })),
      summary: `Corrected: ${changes.map(({ what }) => what).join(", ")}`,
      detail: changedFields(enrolment, learner)
        .map(({ label, before }) => `${label} was “${before}”`)
        .join("\n"),
    };
  },
});

/** Returns the fields in which a corrected learner differs from the stored one. */
function changedFields(enrolment: Parameters<typeof registrationFor>[0], learner: Learner) {
  const [before, after] = [registrationFor(enrolment), registrationFor({ ...enrolment, learner })];
  return FIELDS.filter((name) => before[name] !== after[name]).map((name) => ({
    label: staffLabel(name),
    before: before[name],
    after: after[name],
  }));
}

/** Returns the registration with changed phone numbers in E.164. Unchanged ones stay as they are. */
function withReadNumbers(typed: Registration, before: Registration): Registration {
  const read = withNumbers(typed, () => STAFF_COUNTRIES);
  const unchanged = NUMBER_FIELDS.filter((name) => typed[name] === before[name]);
  return { ...read, ...Object.fromEntries(unchanged.map((name) => [name, typed[name]])) };
}

function contactProblems(after: Registration, before: Registration): Problems {
  const isChanged = (name: keyof Registration) => after[name] !== before[name];
  const numberProblem = (name: NumberField) => {
    const isWrong = isChanged(name) && after[name] !== "" && !isPhoneNumber(after[name]);
    return isWrong ? "Check this number and its country code." : null;
  };
  return problemsOf({
    email: after.email && emailProblem(after.email),
    phone: numberProblem("phone"),
    whatsapp: numberProblem("whatsapp"),
    guardianContact: isChanged("guardianContact") ? guardianContactError(after, isPhoneNumber) : null,
  });
}
