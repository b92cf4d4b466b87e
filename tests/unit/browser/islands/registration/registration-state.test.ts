import { expect, test } from "vitest";
import {
  BLANK_STATE,
  dialled,
  dialledIn,
  inOnlyCohort,
  isRegistrationOf,
  leftField,
  opened,
  type RegistrationState,
  served,
  shownErrors,
  touched,
  wouldBeLost,
} from "~/browser/islands/registration/registration-state.ts";
import { BLANK_REGISTRATION, type Registration } from "~/domain/enrolment/registration.ts";
import { filledRegistration, orderOf, registrationCourses } from "../../../../fixtures/enrolment.ts";

const form = (
  changes: Partial<Registration> = {},
  state: Partial<RegistrationState> = {},
): RegistrationState => ({
  ...BLANK_STATE,
  registration: filledRegistration(changes),
  ...state,
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

const level = "devops-foundational";
const ghana = { country: "Ghana" };
const typedCohort = { cohort: "cohort-10" };
const linkedCohort = { linkedCohortId: "cohort-9" };
const fivePayments = { planId: "five-installments" };

type Found = Parameters<typeof opened>[1];
const started = (changes: Partial<Registration>): Registration => ({ ...BLANK_REGISTRATION, ...changes });
const linkedCourseId = "devops-full";
const linkedPlanId = "five-installments";
const draft = filledRegistration({ planId: "two-installments", cohort: "cohort-10" });

test.each<[string, Partial<Found>, Partial<Registration>]>([
  ["chooses the course that the link asks for", { linkedCourseId }, { courseId: "devops-full" }],
  ["leaves an unknown course out", { linkedCourseId: "juggling" }, { courseId: "" }],
  [
    "lets the link's course replace the draft's",
    { linkedCourseId, draft: { ...draft, courseId: "ai-foundational" } },
    { ...draft, courseId: "devops-full", planId: "" },
  ],
  ["drops a course not offered now", { draft: { ...draft, courseId: "juggling" } }, { courseId: "" }],
  ["chooses the cohort that the link asks for", { linkedCohortId: "cohort-9" }, { cohort: "cohort-9" }],
  [
    "lets the link's cohort replace the draft's",
    { linkedCohortId: "cohort-9", draft },
    { cohort: "cohort-9" },
  ],
  [
    "keeps the draft's cohort if the link's is closed",
    { linkedCohortId: "cohort-8", draft },
    { cohort: "cohort-10" },
  ],
  ["leaves a closed cohort out", { linkedCohortId: "cohort-8" }, { cohort: "" }],
  ["keeps a typed cohort", { ...linkedCohort, typed: started(typedCohort) }, typedCohort],
  ["chooses the link's plan", { linkedCourseId, linkedPlanId }, fivePayments],
  [
    "pays at once where the link's plan is unknown",
    { linkedCourseId, linkedPlanId: "juggling" },
    { planId: "" },
  ],
  [
    "pays at once where the course lacks the link's plan",
    { linkedCourseId: level, linkedPlanId },
    { planId: "" },
  ],
  ["pays at once where the link has no course", { linkedPlanId }, { planId: "" }],
  ["brings back the draft's plan", { draft }, { planId: "two-installments" }],
  [
    "drops the draft's plan for another course",
    { draft, linkedCourseId: "aws-solutions-architect" },
    { planId: "" },
  ],
  ["drops an unknown plan", { draft: { ...draft, planId: "juggling" } }, { planId: "" }],
  ["lets the link's plan replace the draft's", { draft, linkedCourseId, linkedPlanId }, fivePayments],
  [
    "lets what was typed win over the draft, field by field",
    { draft, typed: started({ firstName: "Bola", marketing: true }) },
    { ...draft, firstName: "Bola", marketing: true },
  ],
  [
    "does not put the draft's state under another country that was chosen",
    { draft, typed: started(ghana) },
    { ...ghana, state: "" },
  ],
  [
    "keeps the state of the same country",
    { draft, typed: started({ country: draft.country }) },
    { state: draft.state },
  ],
  [
    "lets a plan that was chosen win over the link's",
    { linkedCourseId, linkedPlanId, typed: started({ courseId: "devops-full", planId: "two-installments" }) },
    { planId: "two-installments" },
  ],
  [
    "lets a course that was chosen win over the link's",
    { linkedCourseId, linkedPlanId, typed: started({ courseId: "aws-solutions-architect" }) },
    { courseId: "aws-solutions-architect", planId: "" },
  ],
])("opening Signup %s", (_, from, registration) => {
  const state = opened(registrationCourses, { ...NOTHING, ...from });
  expect(state.registration).toMatchObject(registration);
  expect(state.isCourseLocked).toBe(state.registration.courseId === from.linkedCourseId);
});

test("an error that the edge has found is shown until its field is changed", () => {
  const state = served(form(), { planId: "This plan belongs to another course." });
  expect(shownErrors(state, {})).toEqual({ planId: "This plan belongs to another course." });
  expect(shownErrors(touched(state, "planId"), {})).toEqual({});
});

const wrong = served(form({ phone: "0803" }), { phone: "Check each digit." });

test("a number of the registration form keeps its error while it is only formatted", () => {
  expect(dialled(form({ phone: "08031" }), "phone", "0803 1").registration.phone).toBe("0803 1");
  expect(shownErrors(dialled(wrong, "phone", "080 3"), {})).toEqual({ phone: "Check each digit." });
  expect(shownErrors(dialled(wrong, "phone", "0803 1"), {})).toEqual({});
});

test("choosing a country for a number clears the edge's error on it", () => {
  expect(shownErrors(dialledIn(wrong, "phone", "GH"), {})).toEqual({});
});

test("Same as phone number has WhatsApp follow each digit of the phone", () => {
  const { registration } = dialled(form({}, { isSameNumber: true }), "phone", "0244");
  expect([registration.phone, registration.whatsapp]).toEqual(["0244", "0244"]);
});

test("a field that is left empty shows no error", () => {
  const errors = { email: "Enter an email address." };
  expect(shownErrors(leftField(form({ email: "" }), "email"), errors)).toEqual({});
  expect(shownErrors(leftField(form({ email: "ada@" }), "email"), errors)).toEqual(errors);
});

test.each<[string, Partial<Registration>, boolean]>([
  ["the same entries", {}, true],
  ["its state in other letters and its numbers as typed", { state: "lagos", phone: "0801 234 5678" }, true],
  ["its cohort closed since", { cohort: "" }, true],
  ["another name", { firstName: "Bola" }, false],
  ["another address", { email: "bola@example.com" }, false],
  ["another course", { courseId: "devops-foundational" }, false],
])("whether a form with %s holds the registration that was paid: %j, %s", (_, changes, isSame) => {
  expect(isRegistrationOf(filledRegistration(changes), orderOf())).toBe(isSame);
});

const earlier = filledRegistration({ firstName: "Bola" });

test.each([
  [filledRegistration(), true],
  [started({ firstName: "A" }), true],
  [BLANK_REGISTRATION, false],
  [started({ courseId: "devops-full", planId: "five-installments" }), false],
  [{ ...earlier }, false],
])(
  "whether restoring a registration would lose what was started for another: %j, %s",
  (registration, isLost) => {
    expect(wouldBeLost(registration, earlier)).toBe(isLost);
  },
);

const open = (value: string) => ({ value, text: value, isOver: false });
const full = (value: string) => ({ value, text: value, isOver: true });

test.each([
  ["the only one that is open", [open("cohort-9")], "", "cohort-9"],
  ["none where there are two", [open("cohort-9"), open("cohort-10")], "", ""],
  ["none where the only one is full", [full("cohort-9"), open("to-be-announced")], "", ""],
  ["what was chosen already", [open("cohort-9")], "to-be-announced", "to-be-announced"],
] as const)("the form chooses as the learner's cohort %s", (_, choices, chosen, expected) => {
  const state = { ...BLANK_STATE, registration: { ...BLANK_STATE.registration, cohort: chosen } };
  expect(inOnlyCohort(state, choices).registration.cohort).toBe(expected);
});
