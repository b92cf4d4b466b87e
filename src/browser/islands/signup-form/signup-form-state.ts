/** The registration form's state: what is typed, and of which fields the errors are shown. */
import { isPhoneNumber } from "~/domain/contact/phone-number.ts";
import { findCourse, type RegistrationCourse } from "~/domain/enrolment/course.ts";
import {
  BLANK_REGISTRATION,
  checkRegistration,
  isSameRegistration,
  type Registration,
  type RegistrationErrors,
  type RegistrationField,
  withCountry,
  withCourse,
} from "~/domain/enrolment/registration.ts";

export interface SignupFormState {
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

/** The form as a page is opened. A course that is not offered any more cannot be registered for. */
export function opened(
  courses: readonly RegistrationCourse[],
  from: {
    /** The course that the link asks for; an unknown one reads as none. */
    readonly linkedCourseId: string | null;
    /** That course's plan of several payments that the link asks for; an unknown one reads as none. */
    readonly linkedPlanId: string | null;
    /** What was typed before a reload. */
    readonly draft: Registration | null;
    readonly hasStashed: boolean;
  },
): SignupFormState {
  const { linkedCourseId, linkedPlanId, draft, hasStashed } = from;
  const linked = findCourse(courses, linkedCourseId);
  const course = linked ?? findCourse(courses, draft?.courseId);
  const linkedPlan = findCourse(linked?.plans ?? [], linkedPlanId);
  const draftPlan = draft?.courseId === course?.id ? findCourse(course?.plans ?? [], draft?.planId) : null;
  return {
    ...BLANK_FORM,
    registration: {
      ...BLANK_REGISTRATION,
      ...draft,
      courseId: course?.id ?? "",
      planId: (linkedPlan ?? draftPlan)?.id ?? "",
    },
    isCourseLocked: linked !== null,
    hasStashed,
  };
}

/** A field was changed. Another country empties the state, another course the plan. */
export function withField<Field extends RegistrationField>(
  state: SignupFormState,
  field: Field,
  value: Registration[Field],
): SignupFormState {
  return { ...state, registration: changed(state.registration, field, value) };
}

function changed<Field extends RegistrationField>(
  registration: Registration,
  field: Field,
  value: Registration[Field],
): Registration {
  if (field === "country") return withCountry(registration, String(value));
  if (field === "courseId") return withCourse(registration, String(value));
  return { ...registration, [field]: value };
}

/** A field was left: its error is shown, unless it is empty. */
export function leftField(state: SignupFormState, field: RegistrationField): SignupFormState {
  return state.registration[field] ? withChecked(state, [field]) : state;
}

/** Register was pressed: every error is shown. */
export function submitted(state: SignupFormState): SignupFormState {
  return withChecked(state, Object.keys(allErrors(state)) as RegistrationField[]);
}

/** The first field that has an error, shown or not. */
export function firstWrongField(state: SignupFormState): RegistrationField | null {
  const [first] = Object.keys(allErrors(state)) as RegistrationField[];
  return first ?? null;
}

/** The errors to show beside their fields. */
export function shownErrors(state: SignupFormState): RegistrationErrors {
  const shown = Object.entries(allErrors(state)).filter(([field]) =>
    state.checkedFields.has(field as RegistrationField),
  );
  return Object.fromEntries(shown);
}

/** Whether an earlier registration would replace what was begun for somebody else. A course and its plan alone are no beginning. */
export function wouldBeLost({ registration }: SignupFormState, earlier: Registration): boolean {
  const isBegun = !isSameRegistration({ ...registration, courseId: "", planId: "" }, BLANK_REGISTRATION);
  return isBegun && !isSameRegistration(registration, earlier);
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

function allErrors({ registration }: SignupFormState): RegistrationErrors {
  return checkRegistration(registration, isPhoneNumber);
}
