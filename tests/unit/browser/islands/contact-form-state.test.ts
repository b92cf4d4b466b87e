import { expect, it } from "vitest";
import {
  BLANK_FORM,
  type ContactFormState,
  FILL_ALL_FIELDS,
  firstWrongField,
  leftField,
  postponed,
  submitted,
  withText,
  withValues,
} from "~/browser/islands/contact-form/contact-form-state.ts";
import { CONTACT_FIELDS, type ContactField } from "~/domain/contact/contact-message.ts";

const typed: Record<ContactField, string> = {
  firstname: "Ada",
  lastname: "Obi",
  email: "ada@example.com",
  phone: "0803 000 0000",
  message: "When does the next cohort start?",
};

/** A form that is filled in; `change` replaces some of it. */
function filled(change: Partial<Record<ContactField, string>> = {}): ContactFormState {
  return CONTACT_FIELDS.reduce(
    (state, field) => withText(state, field, change[field] ?? typed[field]),
    BLANK_FORM,
  );
}

it("pressing Send Message takes spaces for nothing, and leads to the first of several empty fields", () => {
  const state = submitted(filled({ phone: "  ", lastname: "" }));
  expect(state).toMatchObject({ phase: "editing", alert: FILL_ALL_FIELDS });
  expect(firstWrongField(state)).toBe("lastname");
});

it("an error beside a field goes as soon as the slip is corrected", () => {
  const wrong = leftField(withText(BLANK_FORM, "email", "ada@example"), "email");
  expect(withText(wrong, "email", "ada@example.com").errors).toEqual({});
});

const waiting = postponed(submitted(filled()));

it("a message that got no answer is pending with all that was typed, and cannot be changed meanwhile", () => {
  expect(waiting).toEqual({ phase: "pending", message: typed, errors: {}, alert: null });
  expect(withText(waiting, "message", "Something else")).toBe(waiting);
});

it("a pending message fills the form again as it was typed, and unknown fields are left out", () => {
  expect(withValues({ ...typed, other: "?" }).message).toEqual(typed);
  expect(withValues({}).message).toEqual(BLANK_FORM.message);
});
