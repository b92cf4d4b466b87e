import { describe, expect, test } from "vitest";
import {
  BLANK_STATE,
  dialled,
  dialledIn,
  finished,
  leftField,
  opened,
  type RegistrationState,
  resumed,
  served,
  shownErrors,
  submitted,
  touched,
  typed,
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

describe("opening the page", () => {
  test("opening Signup begins with an empty form", () => {
    expect(opened(registrationCourses, NOTHING)).toEqual(BLANK_STATE);
  });

  test("opening Signup chooses and locks the course that the link asks for, and leaves an unknown one out", () => {
    expect(opened(registrationCourses, { ...NOTHING, linkedCourseId: "devops-full" })).toMatchObject({
      registration: { courseId: "devops-full" },
      isCourseLocked: true,
    });
    expect(opened(registrationCourses, { ...NOTHING, linkedCourseId: "juggling" })).toEqual(BLANK_STATE);
  });

  test("opening Signup brings back what was typed before a reload, and remembers what was stashed", () => {
    const draft = filledRegistration();
    expect(opened(registrationCourses, { ...NOTHING, draft, hasStashed: true })).toEqual(
      form({}, { hasStashed: true }),
    );
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
  const begun = (changes: Partial<Registration>): Registration => ({ ...BLANK_REGISTRATION, ...changes });
  const registration = (from: Partial<Parameters<typeof opened>[1]>) =>
    opened(registrationCourses, { ...NOTHING, ...from }).registration;
  const draft = filledRegistration();

  test("what was typed wins over what was typed before a reload, field by field", () => {
    expect(registration({ draft, typed: begun({ firstName: "Bola", marketing: true }) })).toEqual({
      ...draft,
      firstName: "Bola",
      marketing: true,
    });
  });

  test("a country that was chosen does not get the state of another", () => {
    expect(registration({ draft, typed: begun({ country: "Ghana" }) })).toMatchObject({
      country: "Ghana",
      state: "",
    });
    expect(registration({ draft, typed: begun({ country: draft.country }) }).state).toBe(draft.state);
  });

  test("a course that was chosen by hand wins over the link's, and is not locked", () => {
    const from = { ...NOTHING, linkedCourseId: "devops-full", linkedPlanId: "five-installments" };
    const chosen = opened(registrationCourses, {
      ...from,
      typed: begun({ courseId: "aws-solutions-architect" }),
    });
    expect(chosen).toMatchObject({
      registration: { courseId: "aws-solutions-architect", planId: "" },
      isCourseLocked: false,
    });
    const same = opened(registrationCourses, {
      ...from,
      typed: begun({ courseId: "devops-full", planId: "two-installments" }),
    });
    expect(same).toMatchObject({ registration: { planId: "two-installments" }, isCourseLocked: true });
  });
});

test("typing into the registration form changes what is typed, and what follows from it", () => {
  const type = (changes: Partial<Registration>) =>
    typed(form(), { registration: filledRegistration(changes), isSameNumber: false });
  expect(type({ firstName: "Bola" })).toEqual(form({ firstName: "Bola" }));
  expect(type({ country: "Ghana" })).toEqual(form({ country: "Ghana", state: "" }));
});

describe("an error", () => {
  const wrong = form({ email: "ada@example", phone: "+2341" });
  const all = { email: "Enter an email address like name@example.com.", phone: "Check each digit." };

  test("a registration error is not shown while its field is being typed in for the first time", () => {
    expect(shownErrors(wrong, all)).toEqual({});
  });

  test("a registration error is shown once its field is left, unless that is empty", () => {
    expect(shownErrors(leftField(wrong, "email"), all)).toEqual({ email: all.email });
    const empty = form({ email: "" });
    expect(leftField(empty, "email")).toBe(empty);
  });

  test("a registration error is shown with all others once Register is pressed, and goes when it is corrected", () => {
    const pressed = submitted(wrong, all);
    expect(shownErrors(pressed, all)).toEqual(all);
    expect(shownErrors(pressed, { phone: all.phone })).toEqual({ phone: all.phone });
  });
});

test("an error that the edge has found is shown until its field is changed", () => {
  const state = served(form(), { planId: "This plan belongs to another course." });
  expect(shownErrors(state, {})).toEqual({ planId: "This plan belongs to another course." });
  expect(shownErrors(touched(state, "planId"), {})).toEqual({});
});

describe("a number of the registration form", () => {
  const wrong = served(form({ phone: "0803" }), { phone: "Check each digit." });

  test("a number of the registration form keeps its error while it is only formatted", () => {
    expect(dialled(form({ phone: "08031" }), "phone", "0803 1").registration.phone).toBe("0803 1");
    expect(shownErrors(dialled(wrong, "phone", "080 3"), {})).toEqual({ phone: "Check each digit." });
    expect(shownErrors(dialled(wrong, "phone", "0803 1"), {})).toEqual({});
  });

  test("a number of the registration form is WhatsApp's too where it is said to be the same", () => {
    const same = { ...form(), isSameNumber: true };
    expect(dialled(same, "phone", "0803 1").registration.whatsapp).toBe("0803 1");
    expect(dialled(form({ whatsapp: "" }), "phone", "0803 1").registration.whatsapp).toBe("");
  });

  test("a number of the registration form loses its calling code when another country is chosen for it", () => {
    const state = dialledIn(form({ phone: "+234 803 123 4567" }), "phone", "GH");
    expect(state.registration.phone).toBe("8031234567");
    expect(state.numberCountries).toEqual({ phone: "GH" });
  });
});

describe("an earlier registration that comes back", () => {
  const earlier = filledRegistration({ firstName: "Bola" });

  test("an earlier registration that is restored would lose what was begun for somebody else", () => {
    expect(wouldBeLost(filledRegistration(), earlier)).toBe(true);
    expect(wouldBeLost({ ...BLANK_REGISTRATION, firstName: "A" }, earlier)).toBe(true);
  });

  test("an earlier registration that is restored loses nothing where only a course was chosen, or the same was typed", () => {
    expect(wouldBeLost(BLANK_REGISTRATION, earlier)).toBe(false);
    const course = { courseId: "devops-full", planId: "five-installments" };
    expect(wouldBeLost({ ...BLANK_REGISTRATION, ...course }, earlier)).toBe(false);
    expect(wouldBeLost({ ...earlier }, earlier)).toBe(false);
  });

  test("an earlier registration that is restored is in the form as it was typed", () => {
    const goesOn = resumed(form(), earlier, { hasStashed: true, goesOn: true });
    expect(goesOn).toEqual(form(earlier, { hasStashed: true, keptCohort: earlier.cohort }));
  });
});

describe("after the payment", () => {
  const checked = submitted(form({ email: "" }), { email: "Enter your email address." });

  test("after the payment, the registration form is empty, and shows no errors", () => {
    expect(finished(checked, null, false)).toEqual(BLANK_STATE);
  });

  test("after the payment, a course that came with the link is let go, so that the amount is the fee again", () => {
    expect(finished(form({}, { isCourseLocked: true }), null, false)).toEqual(BLANK_STATE);
  });

  test("after the payment, what was stashed last is in the form again, and it is known whether there is more", () => {
    const stashed = filledRegistration({ firstName: "Bola" });
    expect(finished(checked, stashed, true)).toEqual(form(stashed, { hasStashed: true }));
  });
});
