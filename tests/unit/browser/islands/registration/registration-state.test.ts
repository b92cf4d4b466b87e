import { expect, test } from "vitest";
import {
  afterLeaving,
  BLANK_STATE,
  isRegistrationOf,
  openingState,
  type RegistrationState,
  shownErrors,
  withDiallingCountry,
  withNumber,
  withOnlyCohort,
  withoutServedError,
  withServedErrors,
  wouldBeLost,
} from "~/browser/islands/registration/registration-state.ts";
import { BLANK_REGISTRATION, type Registration } from "~/domain/enrolment/registration.ts";
import { filledRegistration, orderOf, registrationCourses } from "../../../../fixtures/enrolment.ts";

const form = (changes: Partial<Registration> = {}): RegistrationState => ({
  ...BLANK_STATE,
  registration: filledRegistration(changes),
});
const NOTHING = {
  typed: BLANK_REGISTRATION,
  linkedCourseId: null,
  linkedPlanId: null,
  linkedCohortId: null,
  linkedVoucher: null,
  openCohortIds: ["cohort-9", "cohort-10"],
  draft: null,
  hasStashed: false,
};

const [full, level, aws] = ["devops-full", "devops-foundational", "aws-solutions-architect"];
const link = { linkedCourseId: full };
const planLink = { ...link, linkedPlanId: "five-installments" };
const cohortLink = { linkedCohortId: "cohort-9" };
const closedLink = { linkedCohortId: "cohort-8" };
const draft = filledRegistration({ planId: "two-installments", cohort: "cohort-10" });
const oldDraft = { ...draft, courseId: "juggling" };
const typed = (changes: Partial<Registration>) => ({ typed: { ...BLANK_REGISTRATION, ...changes } });
const FIVE = { planId: "five-installments" };
const TWO = { planId: "two-installments" };
const AT_ONCE = { planId: "" };
const AWS = { courseId: aws };
const NINTH = { cohort: "cohort-9" };
const TENTH = { cohort: "cohort-10" };
const [GHANA, NIGERIA] = [{ country: "Ghana" }, { country: draft.country }];
const BOLA = { firstName: "Bola" };

test.each<[string, Partial<Parameters<typeof openingState>[1]>, Partial<Registration>]>([
  ["chooses the link's course", link, { courseId: full }],
  ["drops an unknown course of the link", { linkedCourseId: "juggling" }, { courseId: "" }],
  ["replaces the draft's course by the link's", { ...link, draft: { ...draft, courseId: level } }, AT_ONCE],
  ["drops a draft's course that is not offered now", { draft: oldDraft }, { courseId: "" }],
  ["prefers the chosen course to the link's", { ...planLink, ...typed(AWS) }, { ...AWS, ...AT_ONCE }],
  ["chooses the link's cohort", cohortLink, NINTH],
  ["replaces the draft's cohort by the link's", { ...cohortLink, draft }, NINTH],
  ["keeps the draft's cohort if the link's is closed", { ...closedLink, draft }, TENTH],
  ["drops a closed cohort of the link", closedLink, { cohort: "" }],
  ["keeps a chosen cohort", { ...cohortLink, ...typed(TENTH) }, TENTH],
  ["chooses the link's plan", planLink, FIVE],
  ["drops an unknown plan of the link", { ...link, linkedPlanId: "juggling" }, AT_ONCE],
  ["drops a link's plan that its course lacks", { ...planLink, linkedCourseId: level }, AT_ONCE],
  ["drops a link's plan without a course", { linkedPlanId: "five-installments" }, AT_ONCE],
  ["restores the draft's plan", { draft }, TWO],
  ["drops the draft's plan for another course", { draft, linkedCourseId: aws }, AT_ONCE],
  ["drops an unknown plan of the draft", { draft: { ...draft, planId: "juggling" } }, AT_ONCE],
  ["replaces the draft's plan by the link's", { draft, ...planLink }, FIVE],
  ["replaces the link's plan by the chosen one", { ...planLink, ...typed({ courseId: full, ...TWO }) }, TWO],
  ["fills untouched fields with the draft", { draft, ...typed(BOLA) }, { ...draft, ...BOLA }],
  ["drops the draft's state for another country", { draft, ...typed(GHANA) }, { ...GHANA, state: "" }],
  ["keeps the draft's state for its country", { draft, ...typed(NIGERIA) }, { state: draft.state }],
])("opening Signup %s", (_, from, registration) => {
  const state = openingState(registrationCourses, { ...NOTHING, ...from });
  expect(state.registration).toMatchObject(registration);
  expect(state.isCourseLocked).toBe(state.registration.courseId === from.linkedCourseId);
});

test("an error of the edge is shown until its field is changed", () => {
  const state = withServedErrors(form(), { planId: "This plan belongs to another course." });
  expect(shownErrors(state, {})).toEqual({ planId: "This plan belongs to another course." });
  expect(shownErrors(withoutServedError(state, "planId"), {})).toEqual({});
});

const wrong = withServedErrors(form({ phone: "0803" }), { phone: "Check each digit." });

test("a number of the registration form keeps its error while it is only formatted", () => {
  expect(withNumber(form({ phone: "08031" }), "phone", "0803 1").registration.phone).toBe("0803 1");
  expect(shownErrors(withNumber(wrong, "phone", "080 3"), {})).toEqual({ phone: "Check each digit." });
  expect(shownErrors(withNumber(wrong, "phone", "0803 1"), {})).toEqual({});
});

test("choosing a country for a number clears the edge's error on it", () => {
  expect(shownErrors(withDiallingCountry(wrong, "phone", "GH"), {})).toEqual({});
});

test("Same as phone number has WhatsApp follow each digit of the phone", () => {
  const { registration } = withNumber({ ...form(), isSameNumber: true }, "phone", "0244");
  expect([registration.phone, registration.whatsapp]).toEqual(["0244", "0244"]);
});

test("a field that is left empty shows no error", () => {
  const errors = { email: "Enter an email address." };
  expect(shownErrors(afterLeaving(form({ email: "" }), "email"), errors)).toEqual({});
  expect(shownErrors(afterLeaving(form({ email: "ada@" }), "email"), errors)).toEqual(errors);
});

test.each<[string, Partial<Registration>, boolean]>([
  ["the same entries", {}, true],
  ["its state in small letters and its numbers as typed", { state: "lagos", phone: "0801 234 5678" }, true],
  ["its cohort, which has closed since,", { cohort: "" }, true],
  ["another name", { firstName: "Bola" }, false],
  ["another address", { email: "bola@example.com" }, false],
  ["another course", { courseId: "devops-foundational" }, false],
])("whether a form with %s holds the registration that was paid: %j, %s", (_, changes, isSame) => {
  expect(isRegistrationOf(filledRegistration(changes), orderOf())).toBe(isSame);
});

const earlier = filledRegistration({ firstName: "Bola" });

test.each([
  [filledRegistration(), true],
  [typed({ firstName: "A" }).typed, true],
  [BLANK_REGISTRATION, false],
  [typed({ courseId: full, ...FIVE }).typed, false],
  [{ ...earlier }, false],
])("whether an earlier registration would replace one that was started: %j, %s", (registration, isLost) => {
  expect(wouldBeLost(registration, earlier)).toBe(isLost);
});

const openCohort = (value: string) => ({ value, text: value, isOver: false });
const fullCohort = (value: string) => ({ value, text: value, isOver: true });

test.each([
  ["the only open one", [openCohort("cohort-9")], "", "cohort-9"],
  ["none of two", [openCohort("cohort-9"), openCohort("cohort-10")], "", ""],
  ["none if the only one is full", [fullCohort("cohort-9"), openCohort("to-be-announced")], "", ""],
  ["the one that is chosen already", [openCohort("cohort-9")], "to-be-announced", "to-be-announced"],
] as const)("the form chooses as the learner's cohort %s", (_, choices, chosen, expected) => {
  const state = { ...BLANK_STATE, registration: { ...BLANK_STATE.registration, cohort: chosen } };
  expect(withOnlyCohort(state, choices).registration.cohort).toBe(expected);
});
