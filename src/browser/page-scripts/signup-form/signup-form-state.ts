/** The registration form's state: what is typed, and of which fields the errors are shown. */
import { findCourse, type RegistrationCourse } from "~/domain/enrolment/course.ts";
import {
  afterChange,
  BLANK_REGISTRATION,
  isSameRegistration,
  learnerOf,
  type Registration,
  type RegistrationErrors,
  type RegistrationField,
  registrationFor,
} from "~/domain/enrolment/registration.ts";
import type { Order } from "~/domain/payments/order.ts";

export interface SignupFormState {
  /** As it is in the fields; numbers as they were typed. */
  readonly registration: Registration;
  /** The course came with the link, so the selector is locked. */
  readonly isCourseLocked: boolean;
  /** Fields whose errors are shown: those that were left, and all that were wrong when Register was pressed. */
  readonly checkedFields: ReadonlySet<RegistrationField>;
  /** What was typed for somebody else is stashed until this registration is paid. */
  readonly hasStashed: boolean;
}

export const BLANK_FORM: SignupFormState = {
  registration: BLANK_REGISTRATION,
  isCourseLocked: false,
  checkedFields: new Set(),
  hasStashed: false,
};

/**
 * The form as the page's script finds it. What was typed, chosen or ticked before wins over the link, and that over what was
 * typed before a reload. A course that is not offered any more cannot be registered for.
 */
export function opened(
  courses: readonly RegistrationCourse[],
  from: {
    /** What the fields hold. */
    readonly typed: Registration;
    /** The course that the link asks for; an unknown one reads as none. */
    readonly linkedCourseId: string | null;
    /** That course's plan of several payments that the link asks for; an unknown one reads as none. */
    readonly linkedPlanId: string | null;
    /** The cohort that the link asks for, and those that one can register for: another one reads as none. */
    readonly linkedCohortId: string | null;
    readonly openCohortIds: readonly string[];
    /** What was typed before a reload. */
    readonly draft: Registration | null;
    readonly hasStashed: boolean;
  },
): SignupFormState {
  const { typed, linkedCourseId, linkedPlanId, linkedCohortId, hasStashed } = from;
  const draft = from.draft ?? BLANK_REGISTRATION;
  const linked = findCourse(courses, linkedCourseId);
  const course = findCourse(courses, typed.courseId) ?? linked ?? findCourse(courses, draft.courseId);
  const isLinked = course !== null && course === linked;
  const planOf = (id: string | null) => findCourse(course?.plans ?? [], id);
  const plan =
    planOf(typed.planId) ??
    planOf(isLinked ? linkedPlanId : null) ??
    planOf(draft.courseId === course?.id ? draft.planId : null);
  const linkedCohort = from.openCohortIds.find((id) => id === linkedCohortId);
  const isMoved = typed.country !== "" && typed.country !== draft.country;
  const filled = Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, value || draft[field as RegistrationField]]),
  ) as unknown as Registration;
  return {
    ...BLANK_FORM,
    registration: {
      ...filled,
      ...(isMoved && { state: typed.state }),
      courseId: course?.id ?? "",
      planId: plan?.id ?? "",
      cohort: typed.cohort || (linkedCohort ?? draft.cohort),
    },
    isCourseLocked: isLinked,
    hasStashed,
  };
}

/** The fields hold something else now. Another country empties the state, another course the plan. */
export function typed(state: SignupFormState, registration: Registration): SignupFormState {
  return { ...state, registration: afterChange(state.registration, registration) };
}

/** The country of the lookup is chosen where none is. */
export function located(state: SignupFormState, country: string): SignupFormState {
  const { registration } = state;
  return registration.country ? state : { ...state, registration: { ...registration, country } };
}

/** A field was left: its error is shown, unless it is empty. */
export function leftField(state: SignupFormState, field: RegistrationField): SignupFormState {
  return state.registration[field] ? withChecked(state, [field]) : state;
}

/** Register was pressed, or the edge has sent the form back: these errors are shown. */
export function submitted(state: SignupFormState, errors: RegistrationErrors): SignupFormState {
  return withChecked(state, Object.keys(errors) as RegistrationField[]);
}

/** Of all errors those to show beside their fields. */
export function shownErrors({ checkedFields }: SignupFormState, all: RegistrationErrors): RegistrationErrors {
  const shown = Object.entries(all).filter(([field]) => checkedFields.has(field as RegistrationField));
  return Object.fromEntries(shown);
}

/** Whether somebody has begun to type. A course, its plan and a country alone are no beginning: links and the lookup choose them. */
export function isBegun({ registration }: SignupFormState): boolean {
  return !isSameRegistration({ ...registration, courseId: "", planId: "", country: "" }, BLANK_REGISTRATION);
}

/** Whether an earlier registration would replace what was begun for somebody else. */
export function wouldBeLost(state: SignupFormState, earlier: Registration): boolean {
  return isBegun(state) && !isSameRegistration(state.registration, earlier);
}

/** Whether a registration is the one that an order was made of, however its numbers are written. */
export function isRegistrationOf(registration: Registration, { learner, course, plan }: Order): boolean {
  const typed = learnerOf(registration);
  const { phone, whatsapp } = learner;
  // A cohort that has begun since is not kept in the form.
  const cohort = typed.cohort || learner.cohort;
  const made = registrationFor({
    learner: { ...typed, phone, whatsapp, cohort },
    course: { ...course, id: registration.courseId },
    plan: registration.planId ? { id: registration.planId, name: "" } : null,
  });
  return isSameRegistration(made, registrationFor({ learner, course, plan }));
}

/** An earlier registration that was not paid is in the form again. */
export function resumed(state: SignupFormState, earlier: Registration, hasStashed: boolean): SignupFormState {
  return { ...state, registration: earlier, hasStashed };
}

/**
 * The registration was paid, or is to be paid by somebody else: the form is empty, its course unlocked and the amount the fee
 * again, or it holds what was stashed.
 * @param stashed what was typed last for somebody else; null when there is nothing
 * @param hasStashed whether there is more
 */
export function finished(
  state: SignupFormState,
  stashed: Registration | null,
  hasStashed: boolean,
): SignupFormState {
  return {
    ...state,
    registration: stashed ?? BLANK_REGISTRATION,
    isCourseLocked: stashed !== null && state.isCourseLocked,
    checkedFields: new Set(),
    hasStashed,
  };
}

function withChecked(state: SignupFormState, fields: readonly RegistrationField[]): SignupFormState {
  return { ...state, checkedFields: new Set([...state.checkedFields, ...fields]) };
}
