import { describe, expect, test } from "vitest";
import {
  BLANK_STATE,
  dialled,
  opened,
  type RegistrationState,
  served,
  shownErrors,
  touched,
  wouldBeLost,
} from "~/browser/islands/registration/registration-state.ts";
import { BLANK_REGISTRATION, type Registration } from "~/domain/enrolment/registration.ts";
import { filledRegistration, registrationCourses } from "../../../../fixtures/enrolment.ts";

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
  openCohortIds: ["cohort-9", "cohort-10"],
  draft: null,
  hasStashed: false,
};

test("opening Signup chooses and locks the course that the link asks for, and leaves an unknown one out", () => {
  expect(opened(registrationCourses, { ...NOTHING, linkedCourseId: "devops-full" })).toMatchObject({
    registration: { courseId: "devops-full" },
    isCourseLocked: true,
  });
  expect(opened(registrationCourses, { ...NOTHING, linkedCourseId: "juggling" })).toEqual(BLANK_STATE);
});

test("opening Signup lets the link's course replace the draft's, and drops one that is not offered any more", () => {
  const draft = filledRegistration({ courseId: "ai-foundational" });
  const { registration } = opened(registrationCourses, {
    ...NOTHING,
    linkedCourseId: "devops-full",
    draft,
  });
  expect(registration).toEqual(filledRegistration({ courseId: "devops-full" }));
  const withdrawn = { ...NOTHING, draft: filledRegistration({ courseId: "juggling" }) };
  expect(opened(registrationCourses, withdrawn).registration.courseId).toBe("");
});

test("opening Signup chooses the cohort that the link asks for, unless it is closed or another one is typed", () => {
  const cohort = (from: Partial<Parameters<typeof opened>[1]>) =>
    opened(registrationCourses, { ...NOTHING, ...from }).registration.cohort;
  const draft = filledRegistration({ cohort: "cohort-10" });
  expect(cohort({ linkedCohortId: "cohort-9" })).toBe("cohort-9");
  expect(cohort({ linkedCohortId: "cohort-9", draft })).toBe("cohort-9");
  expect(cohort({ linkedCohortId: "cohort-8", draft })).toBe("cohort-10");
  expect(cohort({ linkedCohortId: "cohort-8" })).toBe("");
  expect(cohort({ linkedCohortId: "cohort-9", typed: { ...BLANK_REGISTRATION, cohort: "cohort-10" } })).toBe(
    "cohort-10",
  );
});

describe("opening the page with a payment plan", () => {
  const plan = (from: Partial<Parameters<typeof opened>[1]>) =>
    opened(registrationCourses, { ...NOTHING, ...from }).registration.planId;
  const draft = filledRegistration({ planId: "two-installments" });

  test("opening Signup chooses the plan that the link asks for, and pays at once where the course has no such plan", () => {
    const linkedCourseId = "devops-full";
    expect(plan({ linkedCourseId, linkedPlanId: "five-installments" })).toBe("five-installments");
    expect(plan({ linkedCourseId, linkedPlanId: "full-tuition" })).toBe("");
    expect(plan({ linkedCourseId, linkedPlanId: "juggling" })).toBe("");
    expect(plan({ linkedCourseId: "devops-foundational", linkedPlanId: "five-installments" })).toBe("");
    expect(plan({ linkedPlanId: "five-installments" })).toBe("");
  });

  test("opening Signup brings back the plan that was chosen before a reload, for its own course alone", () => {
    expect(plan({ draft })).toBe("two-installments");
    expect(plan({ draft, linkedCourseId: "devops-full" })).toBe("two-installments");
    expect(plan({ draft, linkedCourseId: "aws-solutions-architect" })).toBe("");
    expect(plan({ draft: { ...draft, planId: "juggling" } })).toBe("");
  });

  test("opening Signup lets the link's plan replace the draft's", () => {
    expect(plan({ draft, linkedCourseId: "devops-full", linkedPlanId: "five-installments" })).toBe(
      "five-installments",
    );
  });
});

describe("opening the page on which something was typed before its script came", () => {
  const started = (changes: Partial<Registration>): Registration => ({ ...BLANK_REGISTRATION, ...changes });
  const registration = (from: Partial<Parameters<typeof opened>[1]>) =>
    opened(registrationCourses, { ...NOTHING, ...from }).registration;
  const draft = filledRegistration();

  test("what was typed wins over what was typed before a reload, field by field", () => {
    expect(registration({ draft, typed: started({ firstName: "Bola", marketing: true }) })).toEqual({
      ...draft,
      firstName: "Bola",
      marketing: true,
    });
  });

  test("a country that was chosen does not get the state of another", () => {
    expect(registration({ draft, typed: started({ country: "Ghana" }) })).toMatchObject({
      country: "Ghana",
      state: "",
    });
    expect(registration({ draft, typed: started({ country: draft.country }) }).state).toBe(draft.state);
  });

  test("a course that was chosen by hand wins over the link's, and is not locked", () => {
    const from = { ...NOTHING, linkedCourseId: "devops-full", linkedPlanId: "five-installments" };
    const chosen = opened(registrationCourses, {
      ...from,
      typed: started({ courseId: "aws-solutions-architect" }),
    });
    expect(chosen).toMatchObject({
      registration: { courseId: "aws-solutions-architect", planId: "" },
      isCourseLocked: false,
    });
    const same = opened(registrationCourses, {
      ...from,
      typed: started({ courseId: "devops-full", planId: "two-installments" }),
    });
    expect(same).toMatchObject({ registration: { planId: "two-installments" }, isCourseLocked: true });
  });
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

const earlier = filledRegistration({ firstName: "Bola" });

test("an earlier registration that is restored would lose what was started for somebody else", () => {
  expect(wouldBeLost(filledRegistration(), earlier)).toBe(true);
  expect(wouldBeLost({ ...BLANK_REGISTRATION, firstName: "A" }, earlier)).toBe(true);
});

test("an earlier registration that is restored loses nothing where only a course was chosen, or the same was typed", () => {
  expect(wouldBeLost(BLANK_REGISTRATION, earlier)).toBe(false);
  const course = { courseId: "devops-full", planId: "five-installments" };
  expect(wouldBeLost({ ...BLANK_REGISTRATION, ...course }, earlier)).toBe(false);
  expect(wouldBeLost({ ...earlier }, earlier)).toBe(false);
});
