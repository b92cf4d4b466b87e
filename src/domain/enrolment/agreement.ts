import { type Cohort, findCohort, firstClassOf } from "~/domain/dates/cohort.ts";
import type { Day } from "~/domain/dates/day.ts";
import { add, type Currency, type DualPrice, fromMinor, type Money, sum } from "~/domain/money/money.ts";
import type { LatePaymentPolicy, Named, PaymentSchedule } from "~/domain/pricing/payment-plan.ts";
import { findCardOffer, type PricingCourse } from "~/domain/pricing/price-cards.ts";
import {
  type AgreedVoucher,
  type Discount,
  isFor,
  takenOff,
  type UsedVoucher,
  withDiscount,
} from "~/domain/pricing/voucher.ts";
import {
  agreeCharges,
  type Charge,
  type EnrolmentSource,
  firstCharges,
  type Tuition,
  tuitionAtOnce,
} from "./charge.ts";
import type { ConsentTexts } from "./consent.ts";

/** The terms of a plan's later payments. They are stored with the agreement, since content may change. */
export interface AgreedTerms {
  readonly latePaymentPolicy: LatePaymentPolicy | null;
  /** The due terms of the later payments, in each currency; null if there are none. */
  readonly due: Readonly<Record<Currency, PaymentSchedule["due"]>>;
  /**
   * Tuition was announced after the registration: the learner may choose a plan until some of it is paid.
   */
  readonly isPlanOpen?: true;
}

/** The terms if everything is paid at once. */
export const NO_TERMS: AgreedTerms = { latePaymentPolicy: null, due: { NGN: null, USD: null } };

function termsOf(plan: RegistrationPlan | null): AgreedTerms {
  if (!plan) return NO_TERMS;
  const { latePaymentPolicy, schedules } = plan;
  return { latePaymentPolicy, due: { NGN: schedules.NGN.due, USD: schedules.USD.due } };
}

/** The agreement that is made when an enrolment starts. */
export interface Agreement {
  readonly source: EnrolmentSource;
  readonly course: Named;
  /** null if tuition is paid at once with the registration, or is not announced. */
  readonly plan: Named | null;
  readonly terms: AgreedTerms;
  /** null until the first payment fixes it. */
  readonly currency: Currency | null;
  readonly firstClass: Day | null;
  /** The charges in each currency in which they can be paid. */
  readonly charges: Readonly<Record<Currency, readonly Charge[]>>;
  /** The numbers of the charges that the first payment pays; empty where a voucher leaves nothing to pay. */
  readonly pays: readonly number[];
  /** null without a voucher. An agreement of an earlier build has none. */
  readonly voucher?: AgreedVoucher | null;
}

/** Returns the day of a cohort's first class; null if it is past or not announced. */
function firstClassAhead(cohort: Cohort | null, today: Day): Day | null {
  const firstClass = firstClassOf(cohort);
  return firstClass !== null && firstClass >= today ? firstClass : null;
}

/**
 * Returns the agreement that is made when payment for a purchase starts; null if it is not offered.
 * @param purchase its `cohort` is an id, empty if none was chosen
 * @param currency the currency of the first payment
 */
export function agree(
  purchase: VoucherPurchase & { readonly cohort: string },
  currency: Currency,
  prices: PriceList,
  today: Day,
): Agreement | null {
  const offer = offerOf(purchase, prices);
  if (!offer) return null;
  const { source, course, plan, price, voucher } = offer;
  const firstClass = firstClassAhead(findCohort(prices.cohorts, purchase.cohort), today);
  const chargesIn = (currency: Currency) => agreeCharges(price(currency), { source, today, firstClass });
  const charges = { NGN: chargesIn("NGN"), USD: chargesIn("USD") };
  return {
    source,
    course: { id: course.id, name: course.name },
    plan: plan && { id: plan.id, name: plan.name },
    terms: termsOf(plan),
    currency: null,
    firstClass,
    charges,
    pays: firstCharges(charges[currency], source).map(({ number }) => number),
    voucher,
  };
}

/** A purchase, with the voucher of a registration. */
interface VoucherPurchase extends Purchase {
  readonly usedVoucher?: UsedVoucher | null;
}

function offerOf({ purpose, course: { id }, plan, usedVoucher = null }: VoucherPurchase, prices: PriceList) {
  if (purpose === "registration") {
    const offered = { fee: prices.fee, courses: prices.registrationCourses };
    const choice = findChoice(
      offered,
      { courseId: id, planId: plan?.id ?? "" },
      usedVoucher?.discount ?? null,
    );
    if (!choice || (plan && !choice.plan)) return null;
    const price = (currency: Currency) => ({ fee: choice.fee[currency], tuition: choice.tuition[currency] });
    const voucher = usedVoucher && {
      code: usedVoucher.code,
      discount: usedVoucher.discount,
      off: choice.off,
    };
    return { source: "signup", ...choice, price, voucher } as const;
  }
  const offer = findCardOffer(prices.pricingCourses, id, plan?.id);
  if (!offer) return null;
  const price = (currency: Currency) => ({
    fee: prices.fee[currency],
    tuition: offer.plan.schedules[currency],
  });
  return { source: "pricing", ...offer, price, voucher: null } as const;
}

/** The choice in the registration form, with its price. */
export interface Choice {
  readonly course: RegistrationCourse;
  /** null if tuition is paid at once, or is not announced. */
  readonly plan: RegistrationPlan | null;
  readonly fee: DualPrice;
  /** The tuition in each currency; null while it is not announced. */
  readonly tuition: Readonly<Record<Currency, Tuition | null>>;
  /** The amount that the voucher takes off; zero without one. */
  readonly off: DualPrice;
}

/**
 * Finds what is chosen among what is offered, at its price.
 * @param discount the voucher's discount; null without one
 * @returns null for a course that is not offered, or one that the voucher is not for
 */
export function findChoice(
  { fee, courses }: { readonly fee: DualPrice; readonly courses: readonly RegistrationCourse[] },
  chosen: { readonly courseId: string; readonly planId: string },
  discount: Discount | null,
): Choice | null {
  const course = findCourse(courses, chosen.courseId);
  if (!course || (discount && !isFor(discount, chosen))) return null;
  const plan = findCourse(course.plans, chosen.planId);
  const [NGN, USD] = [priceIn("NGN"), priceIn("USD")];
  return {
    course,
    plan: plan && {
      ...plan,
      schedules: { NGN: NGN.tuition ?? plan.schedules.NGN, USD: USD.tuition ?? plan.schedules.USD },
    },
    fee: { NGN: NGN.fee, USD: USD.fee },
    tuition: { NGN: NGN.tuition, USD: USD.tuition },
    off: { NGN: NGN.off, USD: USD.off },
  };

  function priceIn(currency: Currency) {
    const tuition = plan
      ? plan.schedules[currency]
      : tuitionAtOnce(course?.price[currency] ?? fromMinor(currency, 0));
    const full = { fee: fee[currency], tuition };
    const lowered = discount ? withDiscount(full, discount) : full;
    return { ...lowered, off: fromMinor(currency, takenOff(full, lowered)) };
  }
}

/** The amount of an agreement's first payment. */
export interface FirstPayment {
  readonly charge: Money;
  /** null for a price card. */
  readonly parts: { readonly fee: Money; readonly course: Money } | null;
}

export function firstPaymentOf({ source, charges, pays }: Agreement, currency: Currency): FirstPayment {
  const paid = charges[currency].filter(({ number }) => pays.includes(number));
  const amountOf = (some: readonly Charge[]) =>
    sum(
      currency,
      some.map(({ amount }) => amount),
    );
  const fee = amountOf(paid.filter(({ number }) => number === 0));
  const course = amountOf(paid.filter(({ number }) => number !== 0));
  return { charge: add(fee, course), parts: source === "signup" ? { fee, course } : null };
}

/** The notes on an amount with tuition, and on one without. */
export const INCLUDES_TUITION = "This includes your tuition. Do not pay it again on the Pricing page.";
export const TUITION_OPEN = "Tuition is announced before class starts. Only the registration fee is due now.";

/** A registration's amount payable now, itemised. */
export interface AmountPayable {
  readonly fee: Money;
  /** The chosen course's price, or its plan's first payment; zero when none is chosen or tuition is not announced. */
  readonly course: Money;
  readonly total: Money;
}

/** Returns what a choice costs now: the registration fee, and the tuition's first payment. */
export function amountPayable(
  { fee, tuition }: Pick<Choice, "fee" | "tuition">,
  currency: Currency,
): AmountPayable {
  const course = tuition[currency]?.now ?? fromMinor(currency, 0);
  return { fee: fee[currency], course, total: add(fee[currency], course) };
}

/** The tuition while no course is chosen. */
export const NO_TUITION: Choice["tuition"] = { NGN: null, USD: null };

/** A plan of several payments, with its amounts. */
export interface RegistrationPlan extends Named {
  readonly latePaymentPolicy: LatePaymentPolicy | null;
  readonly schedules: Readonly<Record<Currency, Tuition>>;
}

/** A course of the registration form. Its id is the name of its file in content, as in `?course=`. */
export interface RegistrationCourse extends Named {
  /** Tuition that is paid together with the registration fee; zero while it is not announced. */
  readonly price: DualPrice;
  /** The course's plans of several payments, which can be chosen instead of paying the price at once. */
  readonly plans: readonly RegistrationPlan[];
}

export function findCourse<T extends { readonly id: string }>(
  courses: readonly T[],
  id: string | null | undefined,
): T | null {
  return courses.find((course) => course.id === id) ?? null;
}

/** The prices and options of content. */
export interface PriceList {
  readonly fee: DualPrice;
  /** The fee that the academy keeps of a refund in the first week of class. */
  readonly refundFee: DualPrice;
  readonly registrationCourses: readonly RegistrationCourse[];
  readonly pricingCourses: readonly PricingCourse[];
  /** The options of the form's short lists. */
  readonly choices: Readonly<Record<"age" | "gender" | "education", readonly string[]>>;
  readonly cohorts: readonly Cohort[];
  /** Whether learners in Nigeria may pay in dollars. */
  readonly dollarsInNigeria: boolean;
  /** The words of the registration form's ticks. */
  readonly consentTexts: ConsentTexts;
}

/** A purchase that someone intends to pay for. Only its ids count; its names come from the page. */
export interface Purchase {
  readonly purpose: "registration" | "tuition";
  readonly course: Named;
  /** The price card, or the plan of several payments that is registered for; null where the price is paid at once. */
  readonly plan: Named | null;
}
