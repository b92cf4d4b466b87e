/** The charges of an enrolment whose course or plan has changed, at the prices of content. */
import { addDays, type Day } from "~/domain/dates/day.ts";
import { type Currency, type DualPrice, fromMinor, type Money } from "~/domain/money/money.ts";
import { describePayments, type Named, purchaseName } from "~/domain/pricing/payment-plan.ts";
import { type Agreement, agree, type PriceList, type RegistrationCourse } from "./agreement.ts";
import { type Charge, datedBy, tuitionAtOnce } from "./charge.ts";
import { type DerivedCharge, missingOf } from "./enrolment-status.ts";

/** The part of an agreement that a change of course or plan replaces. */
export type AgreedPart = Pick<Agreement, "course" | "plan" | "terms" | "charges" | "voucher">;

/** A course of the registration form, paid at once or by one of its plans. */
export interface AgreementChoice {
  readonly courseId: string;
  /** Empty where tuition is paid at once. */
  readonly planId: string;
}

/** The minimum number of days to pay after a change, so that a change makes nothing overdue. */
const DAYS_TO_PAY = 7;

/**
 * Returns the agreement after a change: the fee as it was agreed, and tuition at the prices of content,
 * less the voucher if it is for the choice. Tuition is due by the plan's terms, and at the earliest in a
 * week.
 * @returns null if content does not offer the choice
 */
export function changedAgreement(
  previous: Pick<Agreement, "charges" | "source" | "firstClass" | "voucher">,
  { courseId, planId }: AgreementChoice,
  prices: PriceList,
  today: Day,
): AgreedPart | null {
  const named = (id: string): Named => ({ id, name: "" });
  const plan = planId === "" ? null : named(planId);
  const purchase = { purpose: "registration", course: named(courseId), plan, cohort: "" } as const;
  const { voucher = null } = previous;
  const agreed =
    agree({ ...purchase, usedVoucher: voucher }, "NGN", prices, today) ??
    agree(purchase, "NGN", prices, today);
  if (!agreed) return null;
  const { terms } = agreed;
  const earliest = addDays(today, DAYS_TO_PAY);
  const chargesIn = (currency: Currency): Charge[] => {
    const cohort = {
      source: previous.source,
      from: null,
      to: previous.firstClass,
      terms: terms.due[currency],
    };
    const tuition = datedBy(agreed.charges[currency].filter(isTuition), cohort);
    const fee = previous.charges[currency].filter((charge) => !isTuition(charge));
    return [...fee, ...tuition.map((charge) => ({ ...charge, due: noSooner(charge.due, earliest) }))];
  };
  const charges = { NGN: chargesIn("NGN"), USD: chargesIn("USD") };
  return {
    course: agreed.course,
    plan: agreed.plan,
    terms,
    charges,
    voucher: agreed.voucher ?? (voucher && { ...voucher, off: NOTHING_OFF }),
  };
}

const NOTHING_OFF: DualPrice = { NGN: fromMinor("NGN", 0), USD: fromMinor("USD", 0) };

/**
 * Returns the agreement with an amount taken off the unpaid charges, the last one first. A charge that
 * falls to zero is left out.
 * @param derived the charges in the amount's currency, with their present status
 */
export function loweredAgreement(
  { course, plan, terms, charges, voucher }: AgreedPart,
  derived: readonly DerivedCharge[],
  { currency, minor }: Money,
): AgreedPart {
  const lowered: Charge[] = [];
  let amountLeft = minor;
  for (const charge of [...derived].reverse()) {
    const { number, amount, due, isAgreed } = charge;
    const taken = charge.status === "paid" ? 0 : Math.min(amountLeft, missingOf(charge).minor);
    amountLeft -= taken;
    const remaining = fromMinor(currency, amount.minor - taken);
    if (remaining.minor > 0) lowered.unshift({ number, amount: remaining, due, isAgreed });
  }
  return { course, plan, terms, charges: { ...charges, [currency]: lowered }, voucher };
}

/** Returns an earlier agreement with the due dates of the learner's present cohort. */
export function redated(
  { firstClass, ...agreed }: AgreedPart & Pick<Agreement, "firstClass">,
  present: Pick<Agreement, "source" | "firstClass">,
): AgreedPart {
  if (firstClass === present.firstClass) return agreed;
  const dated = (currency: Currency) =>
    datedBy(agreed.charges[currency], {
      source: present.source,
      from: firstClass,
      to: present.firstClass,
      terms: agreed.terms.due[currency],
    });
  return { ...agreed, charges: { NGN: dated("NGN"), USD: dated("USD") } };
}

const isTuition = ({ number }: Charge) => number !== 0;

function noSooner(due: Day | null, earliest: Day): Day | null {
  return due !== null && due < earliest ? earliest : due;
}

/** Returns what can be agreed for some courses, at once and by each plan, with the payments in words. */
export function agreementChoices(courses: readonly RegistrationCourse[], currency: Currency) {
  return courses.flatMap(({ id: courseId, name, price, plans }) => {
    const atOnce = tuitionAtOnce(price[currency]);
    return [
      {
        courseId,
        planId: "",
        name: purchaseName(name, atOnce ? "Full tuition" : null),
        payments: atOnce ? describePayments(atOnce) : "tuition to be announced",
      },
      ...plans.map((plan) => ({
        courseId,
        planId: plan.id,
        name: purchaseName(name, plan.name),
        payments: describePayments(plan.schedules[currency]),
      })),
    ];
  });
}
