import { type Currency, type DualPrice, fromMinor, type Money, sum } from "~/domain/money/money.ts";
import { type PaymentSchedule, totalOf } from "./payment-plan.ts";

/** The amount or the share that a voucher takes off. */
export interface Discount {
  /** Percent of each payment, from 1 to 100; null where amounts are taken off. */
  readonly percent: number | null;
  /** The amounts to take off, in kobo and cents; zero for a percentage. */
  readonly amounts: Readonly<Record<Currency, number>>;
  /** Whether the registration fee is lowered too, as for a full scholarship. */
  readonly includesFee: boolean;
  /** The ids of the courses that it is for; empty for all. */
  readonly courseIds: readonly string[];
  /** Whether it is for paying at once only, and for no plan of several payments. */
  readonly isForPayingAtOnce: boolean;
}

/** A voucher as a registration uses it. */
export interface UsedVoucher {
  readonly code: string;
  readonly discount: Discount;
}

/** The voucher that an enrolment was agreed with. */
export interface AgreedVoucher extends UsedVoucher {
  /** The amount that it takes off in each currency; zero if it is not for the present course or plan. */
  readonly off: DualPrice;
}

/** Kobo in a naira, and cents in a dollar. */
const MINOR_PER_UNIT = 100;

/** Returns a code as it is stored: upper case, without the spaces around it. */
export function readVoucherCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Whether a code, as it is stored, can be one: 4 to 32 letters, digits and hyphens. */
export function isVoucherCode(code: string): boolean {
  return /^[A-Z0-9-]{4,32}$/.test(code);
}

/** Whether a voucher may be used for a course and a plan. @param planId empty where tuition is paid at once */
export function isFor(
  { courseIds, isForPayingAtOnce }: Discount,
  { courseId, planId }: { readonly courseId: string; readonly planId: string },
): boolean {
  const isForCourse = courseIds.length === 0 || courseIds.includes(courseId);
  return isForCourse && (planId === "" || !isForPayingAtOnce);
}

/** The registration fee and the tuition of one plan, in one currency; tuition is `null` while it is not announced. */
interface Price {
  readonly fee: Money;
  readonly tuition: Payments | null;
}

type Payments = Pick<PaymentSchedule, "now" | "later" | "due">;

/**
 * Returns a price with a voucher's discount. A percentage lowers each payment. Later payments are rounded down
 * to whole naira or dollars, and the first payment takes the remainder, so that the total is exact. An amount is
 * taken from the last payment backwards and finally from the fee, if that is included. A later payment that
 * falls to zero is left out.
 */
export function withDiscount({ fee, tuition }: Price, discount: Discount): Price {
  const { percent, includesFee } = discount;
  const lowered = tuition && loweredTuition(tuition, discount);
  if (!includesFee) return { fee, tuition: lowered };
  if (percent !== null) return { fee: less(fee, percentOf(fee, percent)), tuition: lowered };
  const tuitionTotal = tuition ? totalOf(tuition).minor : 0;
  const leftForFee = Math.max(0, discount.amounts[fee.currency] - tuitionTotal);
  return { fee: less(fee, leftForFee), tuition: lowered };
}

/** Returns what a discount took off a price, in kobo or cents. */
export function takenOff(before: Price, after: Price): number {
  const total = ({ fee, tuition }: Price) => fee.minor + (tuition ? totalOf(tuition).minor : 0);
  return total(before) - total(after);
}

function loweredTuition(tuition: Payments, { percent, amounts }: Discount): Payments {
  const payments = [tuition.now, ...tuition.later];
  const [now = tuition.now, ...later] =
    percent === null
      ? lessFromTheEnd(payments, amounts[tuition.now.currency])
      : lessPercent(payments, percent);
  const remaining = later.filter(({ minor }) => minor > 0);
  return {
    now,
    later: remaining,
    due: remaining.length > 0 ? (tuition.due?.slice(0, remaining.length) ?? null) : null,
  };
}

function lessPercent(payments: readonly Money[], percent: number): Money[] {
  const [first, ...afterFirst] = payments;
  if (!first) return [];
  const total = sum(first.currency, payments);
  const later = afterFirst.map((payment) => {
    const minor = payment.minor - percentOf(payment, percent);
    return fromMinor(payment.currency, minor - (minor % MINOR_PER_UNIT));
  });
  const laterTotal = later.reduce((all, { minor }) => all + minor, 0);
  return [fromMinor(first.currency, total.minor - percentOf(total, percent) - laterTotal), ...later];
}

function lessFromTheEnd(payments: readonly Money[], amount: number): Money[] {
  const lowered: Money[] = [];
  let amountLeft = amount;
  for (const payment of [...payments].reverse()) {
    const taken = Math.min(amountLeft, payment.minor);
    amountLeft -= taken;
    lowered.unshift(less(payment, taken));
  }
  return lowered;
}

/** Returns a percentage of an amount, in kobo or cents, rounded down. */
function percentOf({ minor }: Money, percent: number): number {
  return Math.floor((minor * percent) / 100);
}

/** Returns an amount less so many kobo or cents, at least zero. */
function less({ currency, minor }: Money, taken: number): Money {
  return fromMinor(currency, Math.max(0, minor - taken));
}

/** The message to the visitor beside the field, by the reason why a voucher is refused. */
export const VOUCHER_PROBLEMS = {
  unknown: "We don't know this voucher. Check its letters, or register without it.",
  "not-for-this": "This voucher isn't for this course and plan. Choose another, or register without it.",
  "not-yet": "This voucher can't be used yet. Register without it, or wait for its first day.",
  ended: "This voucher has ended. Register without it, or ask who gave it to you.",
  "used-up": "This voucher is used up. Register without it, or ask who gave it to you.",
} as const;
export type VoucherProblem = keyof typeof VOUCHER_PROBLEMS;
