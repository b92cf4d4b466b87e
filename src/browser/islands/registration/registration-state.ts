/**
 * The registration form over time: what its fields hold, and what follows from that.
 *
 * The fields hold what is typed. At each change they are read, {@link typed} says what follows, and the
 * fields that hold something else are written. Errors are shown of the fields that were left, and of all that
 * were wrong when Register was pressed.
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

export interface TypedForm {
  readonly registration: Registration;
  /** The phone number is taken for WhatsApp as well. */
  readonly isSameNumber: boolean;
}

export interface RegistrationState extends TypedForm {
  /** The course came with the link, so the selector is locked. */
  readonly isCourseLocked: boolean;
  /**
   * Fields whose errors are shown: those that were left, and all that were wrong when Register was pressed.
   */
  readonly checkedFields: ReadonlySet<RegistrationField>;
  /** Errors that the edge has found; each is shown until its field is changed. */
  readonly servedErrors: RegistrationErrors;
  /** The voucher that the edge has taken last; it counts while its code is in the field. */
  readonly voucher: UsedVoucher | null;
  /** Countries that were chosen for numbers, as ISO 3166-1 alpha-2. */
  readonly numberCountries: Partial<Record<NumberField, string>>;
  /**
   * The cohort of a payment that was started in time: it stays when the cohort is closed or full; empty
   * without one.
   */
  readonly keptCohort: string;
  /** The address looked like a slip of the keys when it was left. */
  readonly isSlipAsked: boolean;
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
  keptCohort: "",
  isSlipAsked: false,
  hasStashed: false,
  isDone: false,
};

interface Found {
  /** The values of the fields. */
  readonly typed: Registration;
  /** The course that the link asks for; null where it is unknown or not open, as for the plan. */
  readonly linkedCourseId: string | null;
  readonly linkedPlanId: string | null;
  readonly linkedCohortId: string | null;
  readonly linkedVoucher: string | null;
  readonly openCohortIds: readonly string[];
  /** The registration that was typed before a reload. */
  readonly draft: Registration | null;
  readonly hasStashed: boolean;
}

/**
 * The form as it is found. What was typed, chosen or ticked before wins over the link, and that over what was
 * typed before a reload. A course that is not offered any more cannot be registered for.
 */
export function opened(courses: readonly RegistrationCourse[], from: Found): RegistrationState {
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
    ...BLANK_STATE,
    registration: {
      ...filled,
      ...(isMoved && { state: typed.state }),
      courseId: course?.id ?? "",
      planId: plan?.id ?? "",
      cohort: typed.cohort || (linkedCohort ?? draft.cohort),
      voucher: typed.voucher || (from.linkedVoucher ?? draft.voucher),
    },
    isCourseLocked: isLinked,
    isSlipAsked: likelyEmail(filled.email) !== null,
    hasStashed,
  };
}

/** The form with the only cohort that can be joined, where none is chosen. */
export function inOnlyCohort(state: RegistrationState, choices: readonly CohortChoice[]): RegistrationState {
  const cohort = state.registration.cohort || onlyCohort(choices);
  return { ...state, registration: { ...state.registration, cohort } };
}

export function served(state: RegistrationState, servedErrors: RegistrationErrors): RegistrationState {
  return { ...submitted(state, servedErrors), servedErrors };
}

/** The fields hold something else now. Another country empties the state, another course the plan. */
export function typed(
  state: RegistrationState,
  { registration, isSameNumber }: TypedForm,
): RegistrationState {
  const next = afterChange(state.registration, registration);
  if (isSameNumber === state.isSameNumber && isSameRegistration(next, state.registration)) return state;
  const isSlipAsked = state.isSlipAsked && likelyEmail(next.email) !== null;
  return { ...state, registration: next, isSameNumber, isSlipAsked };
}

/** Somebody has changed a field: what the edge found wrong with it is no longer known. */
export function touched(state: RegistrationState, field: RegistrationField): RegistrationState {
  const { [field]: _, ...servedErrors } = state.servedErrors;
  return { ...state, servedErrors, isDone: false };
}

/** The country of the lookup is chosen where none is. */
export function located(state: RegistrationState, country: string): RegistrationState {
  const { registration } = state;
  return registration.country ? state : { ...state, registration: { ...registration, country } };
}

/** A number was typed on, erased from or formatted. Only its digits say whether somebody has changed it. */
export function dialled(state: RegistrationState, field: NumberField, text: string): RegistrationState {
  const earlier = state.registration;
  const isBoth = field === "phone" && state.isSameNumber;
  const registration = { ...earlier, [field]: text, ...(isBoth && { whatsapp: text }) };
  const isChanged = digitsOf(text) !== digitsOf(earlier[field]);
  return typed(isChanged ? touched(state, field) : state, { ...state, registration });
}

/** Another country was chosen for a number. A calling code that was typed would win over the choice. */
export function dialledIn(state: RegistrationState, field: NumberField, code: string): RegistrationState {
  const number = state.registration[field];
  const national = nationalPart(number) ?? number;
  return {
    ...touched(state, field),
    registration: { ...state.registration, [field]: national },
    numberCountries: { ...state.numberCountries, [field]: code },
  };
}

/** A field was left: its error is shown, unless it is empty. */
export function leftField(state: RegistrationState, field: RegistrationField): RegistrationState {
  const { registration } = state;
  const isSlipAsked = field === "email" ? likelyEmail(registration.email) !== null : state.isSlipAsked;
  return registration[field] ? withChecked({ ...state, isSlipAsked }, [field]) : state;
}

/** Register was pressed, or the edge has sent the form back: these errors are shown. */
export function submitted(state: RegistrationState, errors: RegistrationErrors): RegistrationState {
  return withChecked(state, Object.keys(errors) as RegistrationField[]);
}

export function shownErrors(state: RegistrationState, all: RegistrationErrors): RegistrationErrors {
  const visibleErrors = Object.entries(all).filter(([field]) =>
    state.checkedFields.has(field as RegistrationField),
  );
  return { ...state.servedErrors, ...Object.fromEntries(visibleErrors) };
}

/**
 * Whether somebody has started to type. A course, its plan, a voucher and a country alone do not count: links
 * and the lookup choose them.
 */
export function isStarted(registration: Registration): boolean {
  const linked = { courseId: "", planId: "", voucher: "", country: "" };
  return !isSameRegistration({ ...registration, ...linked }, BLANK_REGISTRATION);
}

export function wouldBeLost(registration: Registration, earlier: Registration): boolean {
  return isStarted(registration) && !isSameRegistration(registration, earlier);
}

/** Whether a registration is the one that an order was made of, however its numbers are written. */
export function isRegistrationOf(
  registration: Registration,
  { learner, course, plan, voucher }: Order,
): boolean {
  const now = learnerOf(registration);
  const { phone, whatsapp } = learner;
  const contact = learner.guardian?.contact ?? "";
  const guardian = now.guardian && { ...now.guardian, contact };
  // The country's list, which may come meanwhile, has its own capitals.
  const isSameState = now.state.toLowerCase() === learner.state.toLowerCase();
  const state = isSameState ? learner.state : now.state;
  // A cohort that has started since is not kept in the form.
  const cohort = now.cohort || learner.cohort;
  const typedOrder = {
    learner: { ...now, phone, whatsapp, guardian, cohort, state },
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
 * An earlier registration that was not paid is in the form again. @param goesOn with the payment that was
 * started
 */
export function resumed(
  state: RegistrationState,
  earlier: Registration,
  { hasStashed, goesOn }: { hasStashed: boolean; goesOn: boolean },
): RegistrationState {
  return {
    ...state,
    registration: earlier,
    isSameNumber: false,
    numberCountries: {},
    keptCohort: goesOn ? earlier.cohort : "",
    hasStashed,
    isDone: false,
  };
}

/**
 * The registration was paid, or is to be paid by somebody else: the form is empty, or holds what was stashed
 * last.
 */
export function finished(
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

/**
 * The registration is out of the way while something is said of its payment, unless another one was started.
 */
export function withoutOrder(state: RegistrationState): RegistrationState {
  return { ...state, isDone: !isStarted(state.registration) };
}

const digitsOf = (number: string) => number.replace(/[^\d+]/g, "");

function withChecked(state: RegistrationState, fields: readonly RegistrationField[]): RegistrationState {
  return { ...state, checkedFields: new Set([...state.checkedFields, ...fields]) };
}
