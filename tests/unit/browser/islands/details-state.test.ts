import { expect, test } from "vitest";
import { changesIn, classToJoin, errorsIn, isGiven } from "~/browser/islands/my-enrolment/details-state.ts";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { viewOf } from "../../../fixtures/enrolment-view.ts";

const { learner } = viewOf();

/** Returns the form with the stored values and the typed ones. */
function formWith(typed: Readonly<Record<string, string>>): FormData {
  const { email, phone, whatsapp, country, state, age, gender, education } = learner;
  const form = new FormData();
  const filled = { email, phone, whatsapp, country, state, age, gender, education, ...typed };
  for (const [name, text] of Object.entries(filled)) form.set(name, text);
  return form;
}

test("only typed values that differ from the stored ones are changes", () => {
  expect(changesIn(formWith({}), learner)).toEqual({ guardian: null, marketing: false });
  expect(changesIn(formWith({ state: " Ogun ", marketing: "on" }), learner)).toEqual({
    state: "Ogun",
    guardian: null,
    marketing: true,
  });
});

test("an e-mail address is required, and its angle brackets are removed", () => {
  expect(Object.keys(errorsIn(formWith({ email: "" })))).toEqual(["email"]);
  expect(changesIn(formWith({ email: "<bola@example.com>" }), learner).email).toBe("bola@example.com");
});

test("only a learner under age needs a guardian", () => {
  const typed = { guardianName: "Ngozi Obi", guardianContact: "0803" };
  expect(errorsIn(formWith(typed))).toEqual({});
  expect(changesIn(formWith(typed), learner).guardian).toBeNull();
  const underAge = formWith({ ...typed, age: "Under 18" });
  expect(errorsIn(underAge)).toEqual({ guardianConsent: "Ask your guardian to tick this box." });
  expect(changesIn(underAge, learner).guardian).toEqual({
    name: "Ngozi Obi",
    contact: "0803",
    consent: false,
  });
});

test("a name, a cohort and a consent can be entered once", () => {
  const names = ["firstName", "consent", "cohort", "email"];
  expect(names.filter((name) => isGiven(learner, name))).toEqual(["firstName", "consent", "cohort"]);
  expect(names.filter((name) => isGiven(UNKNOWN_LEARNER, name))).toEqual([]);
  const ticked = formWith({ consent: "on" });
  expect(changesIn(ticked, learner)).not.toHaveProperty("consent");
  expect(changesIn(ticked, { ...learner, consent: false })).toHaveProperty("consent", true);
});

test.each([
  ["active", "", true],
  ["complete", "to-be-announced", true],
  ["started", "", false],
  ["active", "cohort-8", false],
] as const)("a learner (%s, cohort %j) is asked to join the next class: %s", (state, cohort, isAsked) => {
  const view = viewOf({ state, learner: { ...viewOf().learner, cohort } });
  const dated = { id: "cohort-9", name: "Cohort 9", firstClass: "2027-02-15", closes: "2027-02-12" };
  const cohorts = [{ ...dated, id: "cohort-8", closes: "2026-11-20" }, dated];
  const expected = isAsked ? dated : null;
  expect(classToJoin(view, { cohorts }, "2026-11-21")).toEqual(expected);
  expect(classToJoin(view, { cohorts }, "2027-02-13")).toBeNull();
});
