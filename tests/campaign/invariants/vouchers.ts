import { findChoice } from "~/domain/enrolment/agreement.ts";
import type { Currency } from "~/domain/money/money.ts";
import { priceList } from "../../fixtures/enrolment.ts";
import { RAISED_PRICES } from "../edge.ts";
import { type Rules, sum } from "./finished-run.ts";

/** An enrolment's agreed sum and its voucher. Amounts are kobo or cents. */
export interface AgreedSum {
  readonly id: string;
  readonly courseId: string;
  /** Empty if tuition is paid at once. */
  readonly planId: string;
  readonly currency: Currency;
  /** The number of enrolments that may use the voucher; `null` without one. */
  readonly uses: number | null;
  readonly isConfirmed: number;
  readonly isOverused: number;
  readonly flags: string;
  readonly discountMinor: number;
  readonly chargesMinor: number;
}

export const AGREED_SUMS = `SELECT enrolments.id, course_id AS courseId, plan_id AS planId, coalesce(currency, 'NGN') AS currency,
    uses, confirmed_at IS NOT NULL AS isConfirmed, is_overused AS isOverused, flags,
    coalesce(iif(currency = 'USD', voucher_uses.usd_minor, voucher_uses.ngn_minor), 0) AS discountMinor,
    (SELECT SUM(amount_minor) FROM charges
     WHERE enrolment_id = enrolments.id AND charges.currency = coalesce(enrolments.currency, 'NGN')) AS chargesMinor
  FROM enrolments LEFT JOIN voucher_uses ON enrolment_id = enrolments.id LEFT JOIN vouchers USING (code)
  WHERE chargesMinor IS NOT NULL`;

/** Returns the price of a course and plan with the fee, at the start of a run and after the rise. */
function pricesOf(chosen: Pick<AgreedSum, "courseId" | "planId">, currency: Currency): number[] {
  return [priceList, RAISED_PRICES].flatMap(({ fee, registrationCourses: courses }) => {
    const choice = findChoice({ fee, courses }, chosen, null);
    // Tuition whose price is not announced costs nothing yet.
    const tuition = choice?.tuition[currency];
    const payments = [fee[currency], ...(tuition ? [tuition.now, ...tuition.later] : [])];
    return choice ? [sum(payments.map(({ minor }) => minor))] : [];
  });
}

export const VOUCHER_RULES: Rules = {
  /** A payment after the end of its reservation keeps its price and is flagged. */
  *"A voucher is used no more often than it may."({ agreedSums }) {
    const confirmed = agreedSums.filter(({ isConfirmed }) => isConfirmed === 1);
    const inTime = confirmed.filter(({ isOverused }) => isOverused === 0);
    for (const { uses } of inTime.slice(0, 1)) {
      if (inTime.length > Number(uses)) yield `${inTime.length} enrolments have used a voucher for ${uses}.`;
    }
    for (const { id, isOverused, flags } of confirmed) {
      if (isOverused === 1 && !flags.includes("voucher-overused"))
        yield `${id} has overused a voucher, and staff are not told.`;
    }
  },

  *"What a voucher takes off and what is charged come to the price."({ agreedSums }) {
    for (const { id, discountMinor, chargesMinor, currency, ...chosen } of agreedSums) {
      const prices = pricesOf(chosen, currency);
      if (!prices.includes(discountMinor + chargesMinor))
        yield `${id} is charged ${chargesMinor} and spared ${discountMinor} of ${prices.join(" or ")} ${currency}.`;
    }
  },
};
