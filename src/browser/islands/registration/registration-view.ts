import { paymentMode } from "~/browser/payments/load-checkout.ts";
import type { SeatsByCohort } from "~/browser/stores/seats.ts";
import { likelyEmail } from "~/domain/contact/email-address.ts";
import { isPhoneNumber, readDialled } from "~/domain/contact/phone-number.ts";
import { cohortName } from "~/domain/dates/cohort.ts";
import { type CohortChoice, cohortChoices, lastCohort } from "~/domain/dates/cohort-options.ts";
import type { Day } from "~/domain/dates/day.ts";
import {
  amountPayable,
  type Choice,
  findChoice,
  NO_TUITION,
  type RegistrationCourse,
} from "~/domain/enrolment/agreement.ts";
import { describeLaterPayments } from "~/domain/enrolment/charge.ts";
import {
  checkWholeRegistration,
  missingForRegister,
  type Registration,
  type RegistrationErrors,
} from "~/domain/enrolment/registration.ts";
import { NUMBER_FIELDS, type NumberField, withNumbers } from "~/domain/enrolment/registration-numbers.ts";
import { countryIn } from "~/domain/location/listed-country.ts";
import type { VisitorLocation } from "~/domain/location/location.ts";
import { type Currency, type DualPrice, formatExact, fromMinor } from "~/domain/money/money.ts";
import { isSameOrder, type Order, registrationOrder } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { type Discount, isFor, readVoucherCode, VOUCHER_PROBLEMS } from "~/domain/pricing/voucher.ts";
import type { RegistrationOffer } from "./registration-offer.ts";
import { BLANK_STATE, isStarted, type RegistrationState, shownErrors } from "./registration-state.ts";

/** The facts that the page was built with or has found since. */
export interface PageFacts {
  readonly offer: RegistrationOffer;
  readonly currency: Currency;
  readonly visitor: VisitorLocation | null;
  readonly seats: SeatsByCohort;
  /** The countries' ISO 3166-1 alpha-2 codes by their names, in the order of the list. */
  readonly countries: Readonly<Record<string, string>>;
  readonly today: Day;
}

/**
 * The step of the payment: nothing started, a checkout open, a payer's link requested, or nothing left to
 * pay.
 */
export type PaymentStep = "open" | "paying" | "asking" | "done";

/** The countries by which a number is read if its country is unknown. */
const FALLBACK_COUNTRIES = ["US"];

/** Describes the hydrated form for its fields and the parts around them. */
export function describeRegistration(state: RegistrationState, facts: PageFacts) {
  const { registration } = state;
  const { offer, currency, countries } = facts;
  const choice = chosenIn(state, offer);
  const plan = choice?.plan ?? null;
  const cohort = offer.cohorts.find(({ id }) => id === registration.cohort);
  const price = choice ?? { fee: offer.fee, tuition: NO_TUITION };
  const { total } = amountPayable(price, currency);
  const discount = choice?.off[currency];
  const errors = shownErrors(state, errorsIn(state, facts));
  const voucherMisfit = voucherMisfitIn(state);
  return {
    ...state,
    /** Whether the form is hydrated. */
    isLive: true,
    isStarted: isStarted(registration),
    /** The chosen course, with the voucher's prices in all its plans. */
    course: choice && discounted(choice.course, state),
    /** `null` if the price is paid at once. */
    plan,
    /** The fee and the tuition to pay, in both currencies. */
    price,
    /** The voucher in use and its discount; `null` without one. */
    usedVoucher:
      discount && discount.minor > 0
        ? { code: readVoucherCode(registration.voucher), off: formatExact(discount) }
        : null,
    currency,
    countries,
    errors: voucherMisfit ? { ...errors, voucher: voucherMisfit } : errors,
    missing: missingForRegister(registration),
    cohortList: cohortList(state, facts),
    /** The country in which each number is dialled. */
    diallingCountries: countriesOfNumbers(state, facts),
    /** The e-mail address that was probably meant; `null` without a suggestion. */
    likelyEmail: state.hasEmailTypo ? likelyEmail(registration.email) : null,
    later: plan ? describeLaterPayments(plan.schedules[currency], cohort?.firstClass ?? null) : [],
    total: formatExact(total),
    /** Whether a voucher leaves nothing to pay. */
    isFree: total.minor === 0,
    /** Whether nothing can be paid in the currency, so that staff register by hand. */
    isPaymentMissing: total.minor > 0 && paymentMode(currency) === "missing",
  };
}

export type RegistrationView = ReturnType<typeof describeRegistration>;

/** Describes the form as it is built, before hydration. */
export function builtView(offer: RegistrationOffer): RegistrationView {
  const options = offer.choices.cohorts.map(({ id, name }) => ({ value: id, text: name, isOver: false }));
  const unknown = { currency: "NGN", visitor: null, seats: {}, countries: {}, today: "" } as const;
  return {
    ...describeRegistration(BLANK_STATE, { offer, ...unknown }),
    isLive: false,
    cohortList: { options, hint: "" },
    diallingCountries: { phone: null, whatsapp: null },
    isFree: false,
    isPaymentMissing: false,
  };
}

/**
 * Returns the registration with both phone numbers in E.164; a number that cannot be parsed is left as typed.
 */
export function numberedRegistration(state: RegistrationState, facts: PageFacts): Registration {
  return withNumbers(state.registration, (field) => codesFor(field, state, facts));
}

/**
 * Returns the registration to restore after a reload. A number whose country was chosen has its calling code.
 */
export function registrationToSave(state: RegistrationState, facts: PageFacts): Registration {
  const { registration } = state;
  const numbered = numberedRegistration(state, facts);
  const numberOf = (field: NumberField) => (chosenCountry(field, state) ? numbered : registration)[field];
  return { ...registration, phone: numberOf("phone"), whatsapp: numberOf("whatsapp") };
}

export function errorsIn(state: RegistrationState, facts: PageFacts): RegistrationErrors {
  const errors = checkWholeRegistration(numberedRegistration(state, facts), isPhoneNumber);
  const voucher = voucherMisfitIn(state);
  return voucher ? { ...errors, voucher } : errors;
}

/** Returns the error of a voucher that the edge has refused or not checked yet; `null` if it is accepted. */
export function voucherErrorIn({ registration, voucher, servedErrors }: RegistrationState): string | null {
  const code = readVoucherCode(registration.voucher);
  if (code === "" || code === voucher?.code) return null;
  return servedErrors.voucher ?? "Press Use voucher to see the price with it, or empty this field.";
}

/**
 * Returns the order of a form without errors. It keeps the reference of a payment that was started with it.
 * @param started the order of that payment; `null` without one
 */
export function orderIn(
  state: RegistrationState,
  facts: PageFacts,
  { started, now }: { started: Order | null; now: Date },
): Order | null {
  const choice = chosenIn(state, facts.offer);
  if (!choice) return null;
  const order = registrationOrder({
    choice,
    now,
    cohorts: facts.offer.cohorts,
    currency: facts.currency,
    registration: numberedRegistration(state, facts),
    reference: newReference("registration", now),
  });
  return started && isSameOrder(started, order) ? started : order;
}

/** Returns the choice at the voucher's price, if the voucher is for it; `null` while no course is chosen. */
function chosenIn(state: RegistrationState, { fee, courses }: RegistrationOffer): Choice | null {
  const { registration } = state;
  const offer = { fee, courses };
  return findChoice(offer, registration, discountIn(state)) ?? findChoice(offer, registration, null);
}

/** Returns the discount of the voucher in the field, once the edge has accepted it; otherwise `null`. */
function discountIn({ registration, voucher }: RegistrationState): Discount | null {
  return voucher && voucher.code === readVoucherCode(registration.voucher) ? voucher.discount : null;
}

/** Returns the error of a voucher for another course or plan; `null` if it fits. */
function voucherMisfitIn(state: RegistrationState): string | null {
  const discount = discountIn(state);
  const { courseId } = state.registration;
  if (!discount || !courseId || isFor(discount, state.registration)) return null;
  return VOUCHER_PROBLEMS["not-for-this"];
}

/** Returns a course with the voucher's prices, for the list of its plans. */
function discounted(course: RegistrationCourse, state: RegistrationState): RegistrationCourse {
  const discount = discountIn(state);
  const choiceOf = (planId: string) =>
    findChoice({ fee: NO_FEE, courses: [course] }, { courseId: course.id, planId }, discount);
  const { NGN, USD } = choiceOf("")?.tuition ?? NO_TUITION;
  return {
    ...course,
    price: { NGN: NGN?.now ?? course.price.NGN, USD: USD?.now ?? course.price.USD },
    plans: course.plans.map((plan) => choiceOf(plan.id)?.plan ?? plan),
  };
}

const NO_FEE: DualPrice = { NGN: fromMinor("NGN", 0), USD: fromMinor("USD", 0) };

/**
 * Returns the open cohorts, with the seats of those that are nearly full. The chosen cohort and the one of a started
 * payment stay on the list.
 */
function cohortList(
  { registration, startedCohort }: RegistrationState,
  { offer: { cohorts }, today, seats }: PageFacts,
) {
  const chosen = registration.cohort;
  const nameOf = (id: string) => cohortName(cohorts, id);
  const openChoice = (id: string): CohortChoice => ({ value: id, text: nameOf(id), isOver: false });
  const listed = cohortChoices(cohorts, today, seats);
  const unlistedIds = [startedCohort, chosen].filter((id) => id && !listed.some(({ value }) => value === id));
  const options = [...new Set(unlistedIds)]
    .map(openChoice)
    .concat(listed.map((choice) => (choice.value === startedCohort ? openChoice(startedCohort) : choice)));
  const last = lastCohort(cohorts, today);
  const { text = "" } = options.find(({ value }) => value === chosen) ?? {};
  // A narrow list cuts off the end of an option, so the hint repeats it: "3 seats left".
  const note = text.slice(nameOf(chosen).length).replace(/[ ()]+$|^[ (]+/g, "");
  return { options, hint: last ? `Last listed: ${last}.` : note };
}

function chosenCountry(field: NumberField, { isSameNumber, numberCountries }: RegistrationState) {
  return numberCountries[isSameNumber ? "phone" : field];
}

/** Returns the countries in which a number may be dialled, the likeliest first. */
function codesFor(
  field: NumberField,
  state: RegistrationState,
  { countries, visitor }: PageFacts,
): readonly string[] {
  const chosen = chosenCountry(field, state);
  if (chosen) return [chosen];
  const likelyCodes = [state.registration.country, countryIn(countries, visitor)]
    .map((name) => countries[name])
    .filter((code) => code !== undefined);
  return likelyCodes.length > 0 ? likelyCodes : FALLBACK_COUNTRIES;
}

function countriesOfNumbers(
  state: RegistrationState,
  facts: PageFacts,
): Readonly<Record<NumberField, string | null>> {
  const listedCodes = new Set(Object.values(facts.countries));
  const entries = NUMBER_FIELDS.map((field) => {
    const codes = codesFor(field, state, facts);
    const { country } = readDialled(state.registration[field], codes);
    return [field, country && listedCodes.has(country) ? country : (codes[0] ?? "")];
  });
  return Object.fromEntries(entries);
}
