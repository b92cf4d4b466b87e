/**
 * The state of the registration form. The fields hold what is typed. At each change they are read, {@link withTyped}
 * returns the next state, and the fields that must change are written. Errors are shown for fields that were left, and
 * for all fields once Register was pressed.
 */
import { likelyEmail } from "~/domain/contact/email-address.ts";
import { nationalPart } from "~/domain/contact/phone-number.ts";
import { type CohortChoice, onlyCohort } from "~/domain/dates/cohort-options.ts";
import { findCourse, type RegistrationCourse } from "~/domain/enrolment/agreement.ts";
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
import type { NumberField } from "~/domain/enrolment/registration-numbers.ts";
import type { Order } from "~/domain/payments/order.ts";
import { readVoucherCode, type UsedVoucher } from "~/domain/pricing/voucher.ts";
import type { linkedValues } from "./registration-draft.ts";

export interface TypedForm {
  readonly registration: Registration;
  /** Whether the phone number is also the WhatsApp number. */
  readonly isSameNumber: boolean;
}

export interface RegistrationState extends TypedForm {
  /** Whether the course came with the link, so that its select is locked. */
  readonly isCourseLocked: boolean;
  /**
   * The fields whose errors are shown: those that were left, and the invalid ones when Register was pressed.
   */
  readonly checkedFields: ReadonlySet<RegistrationField>;
  /** The edge's errors. Each is shown until its field is changed. */
  readonly servedErrors: RegistrationErrors;
  /** The voucher that the edge accepted last. It counts while its code is in the field. */
  readonly voucher: UsedVoucher | null;
  /** The countries that were chosen for phone numbers, as ISO 3166-1 alpha-2. */
  readonly numberCountries: Partial<Record<NumberField, string>>;
  /** The cohort of a started payment, which stays even if it is closed or full; otherwise empty. */
  readonly startedCohort: string;
  /** Whether the e-mail address looked mistyped when the field was left. */
  readonly hasEmailTypo: boolean;
  /** Whether a registration for somebody else is stashed until this one is paid. */
  readonly hasStashed: boolean;
  /** Whether this registration is paid, and no other registration was started in the form. */
  readonly isDone: boolean;
}

export const BLANK_STATE: RegistrationState = {
  registration: BLANK_REGISTRATION,
  isSameNumber: false,
  isCourseLocked: false,
  checkedFields: new Set(),
  servedErrors: {},
  voucher: null,
  numberCountries: {},
  startedCohort: "",
  hasEmailTypo: false,
  hasStashed: false,
  isDone: false,
};

interface OpeningValues extends ReturnType<typeof linkedValues> {
  /** The values of the fields. */
  readonly typed: Registration;
  readonly openCohortIds: readonly string[];
  /** The registration that was typed before a reload. */
  readonly draft: Registration | null;
  readonly hasStashed: boolean;
}

/**
 * Returns the state of the form when it opens. Values in the fields win over the link, and the link wins over
 * a draft. A course that is no longer offered is dropped.
 */
export function openingState(courses: readonly RegistrationCourse[], from: OpeningValues): RegistrationState {
  const { typed, linkedCourseId, linkedPlanId, linkedCohortId, hasStashed } = from;
  const draft = from.draft ?? BLANK_REGISTRATION;
  const linkedCourse = findCourse(courses, linkedCourseId);
  const course = findCourse(courses, typed.courseId) ?? linkedCourse ?? findCourse(courses, draft.courseId);
  const isCourseLocked = course !== null && course === linkedCourse;
  const planOf = (id: string | null) => findCourse(course?.plans ?? [], id);
  const plan =
    planOf(typed.planId) ??
    planOf(isCourseLocked ? linkedPlanId : null) ??
    planOf(draft.courseId === course?.id ? draft.planId : null);
  const linkedCohort = from.openCohortIds.find((id) => id === linkedCohortId);
  const isOtherCountry = typed.country !== "" && typed.country !== draft.country;
  const filled = Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, value || draft[field as RegistrationField]]),
  ) as unknown as Registration;
  return {
    ...BLANK_STATE,
    registration: {
      ...filled,
      ...(isOtherCountry && { state: typed.state }),
      courseId: course?.id ?? "",
      planId: plan?.id ?? "",
      cohort: typed.cohort || (linkedCohort ?? draft.cohort),
      voucher: typed.voucher || (from.linkedVoucher ?? draft.voucher),
    },
    isCourseLocked,
    hasEmailTypo: likelyEmail(filled.email) !== null,
    hasStashed,
  };
}

/** Chooses the only cohort that can be joined, if none is chosen. */
export function withOnlyCohort(
  state: RegistrationState,
  choices: readonly CohortChoice[],
): RegistrationState {
  const cohort = state.registration.cohort || onlyCohort(choices);
  return { ...state, registration: { ...state.registration, cohort } };
}

export function withServedErrors(
  state: RegistrationState,
  servedErrors: RegistrationErrors,
): RegistrationState {
  return { ...withErrorsShown(state, servedErrors), servedErrors };
}

export function withVoucherError(state: RegistrationState, voucher: string): RegistrationState {
  return withServedErrors(state, { ...state.servedErrors, voucher });
}

/**
 * Returns the state after a change of the fields. Another country clears the state, another course the plan.
 */
export function withTyped(
  state: RegistrationState,
  { registration, isSameNumber }: TypedForm,
): RegistrationState {
  const next = afterChange(state.registration, registration);
  if (isSameNumber === state.isSameNumber && isSameRegistration(next, state.registration)) return state;
  const hasEmailTypo = state.hasEmailTypo && likelyEmail(next.email) !== null;
  return { ...state, registration: next, isSameNumber, hasEmailTypo };
}

/** Removes the edge's error of a field that was changed. */
export function withoutServedError(state: RegistrationState, field: RegistrationField): RegistrationState {
  const { [field]: _, ...servedErrors } = state.servedErrors;
  return { ...state, servedErrors, isDone: false };
}

/** Chooses the visitor's country, if none is chosen. */
export function withCountry(state: RegistrationState, country: string): RegistrationState {
  const { registration } = state;
  return registration.country ? state : { ...state, registration: { ...registration, country } };
}

/**
 * Returns the state after a phone number was typed or formatted. Only its digits tell whether it was changed.
 */
export function withNumber(state: RegistrationState, field: NumberField, text: string): RegistrationState {
  const previous = state.registration;
  const isBoth = field === "phone" && state.isSameNumber;
  const registration = { ...previous, [field]: text, ...(isBoth && { whatsapp: text }) };
  const isChanged = digitsOf(text) !== digitsOf(previous[field]);
  return withTyped(isChanged ? withoutServedError(state, field) : state, { ...state, registration });
}

/** Returns the state after another country was chosen for a number, whose typed calling code is removed. */
export function withDiallingCountry(
  state: RegistrationState,
  field: NumberField,
  code: string,
): RegistrationState {
  const number = state.registration[field];
  const national = nationalPart(number) ?? number;
  return {
    ...withoutServedError(state, field),
    registration: { ...state.registration, [field]: national },
    numberCountries: { ...state.numberCountries, [field]: code },
  };
}

/** Shows the error of a field that was left, unless it is empty. */
export function afterLeaving(state: RegistrationState, field: RegistrationField): RegistrationState {
  const { registration } = state;
  const hasEmailTypo = field === "email" ? likelyEmail(registration.email) !== null : state.hasEmailTypo;
  return registration[field] ? withChecked({ ...state, hasEmailTypo }, [field]) : state;
}

/** Shows errors after Register was pressed or the edge has sent the form back. */
export function withErrorsShown(state: RegistrationState, errors: RegistrationErrors): RegistrationState {
  return withChecked(state, Object.keys(errors) as RegistrationField[]);
}

/** Returns the edge's errors, and of all errors in the form those of checked fields. */
export function shownErrors(state: RegistrationState, all: RegistrationErrors): RegistrationErrors {
  const visibleErrors = Object.entries(all).filter(([field]) =>
    state.checkedFields.has(field as RegistrationField),
  );
  return { ...state.servedErrors, ...Object.fromEntries(visibleErrors) };
}

/**
 * Whether somebody has started to type. Course, plan, voucher and country do not count, because links and the
 * lookup choose them.
 */
export function isStarted(registration: Registration): boolean {
  const linked = { courseId: "", planId: "", voucher: "", country: "" };
  return !isSameRegistration({ ...registration, ...linked }, BLANK_REGISTRATION);
}

/** Whether an earlier registration would replace one that somebody has started. */
export function wouldBeLost(registration: Registration, earlier: Registration): boolean {
  return isStarted(registration) && !isSameRegistration(registration, earlier);
}

/** Whether an order was made from this registration, however its phone numbers are written. */
export function isRegistrationOf(
  registration: Registration,
  { learner, course, plan, voucher }: Order,
): boolean {
  const typedLearner = learnerOf(registration);
  const { phone, whatsapp } = learner;
  const contact = learner.guardian?.contact ?? "";
  const guardian = typedLearner.guardian && { ...typedLearner.guardian, contact };
  // The list of states, which may have loaded since, has its own capitals.
  const isSameState = typedLearner.state.toLowerCase() === learner.state.toLowerCase();
  const state = isSameState ? learner.state : typedLearner.state;
  // The form does not keep a cohort that has started since.
  const cohort = typedLearner.cohort || learner.cohort;
  const typedOrder = {
    learner: { ...typedLearner, phone, whatsapp, guardian, cohort, state },
    course: { ...course, id: registration.courseId },
    plan: registration.planId ? { id: registration.planId, name: "" } : null,
  };
  const code = readVoucherCode(registration.voucher);
  return isSameRegistration(
    registrationFor(typedOrder, code),
    registrationFor({ learner, course, plan }, voucher),
  );
}

/**
 * Returns the state with an earlier, unpaid registration. `isResumed` says whether its payment is resumed.
 */
export function withEarlierRegistration(
  state: RegistrationState,
  earlier: Registration,
  { hasStashed, isResumed }: { hasStashed: boolean; isResumed: boolean },
): RegistrationState {
  return {
    ...state,
    registration: earlier,
    isSameNumber: false,
    numberCountries: {},
    startedCohort: isResumed ? earlier.cohort : "",
    hasStashed,
    isDone: false,
  };
}

/** Returns the state after a registration was paid or another payer was asked: blank, or the stashed one. */
export function afterPayment(
  state: RegistrationState,
  stashed: Registration | null,
  hasStashed: boolean,
): RegistrationState {
  return {
    ...BLANK_STATE,
    registration: stashed ?? BLANK_REGISTRATION,
    isCourseLocked: stashed !== null && state.isCourseLocked,
    hasStashed,
  };
}

/** Hides the form while a notice about its payment is shown, unless another registration was started. */
export function doneUnlessStarted(state: RegistrationState): RegistrationState {
  return { ...state, isDone: !isStarted(state.registration) };
}

const digitsOf = (number: string) => number.replace(/[^\d+]/g, "");

function withChecked(state: RegistrationState, fields: readonly RegistrationField[]): RegistrationState {
  return { ...state, checkedFields: new Set([...state.checkedFields, ...fields]) };
}
