import type { Currency } from "~/domain/money/money.ts";
import { priceList } from "../../fixtures/enrolment.ts";
import { RAISED_PRICES } from "../edge.ts";
import type { Invariants } from "./ends.ts";

/** One enrolment that uses a voucher. Amounts are kobo or cents. */
export interface VoucherUseRow {
  readonly id: string;
  readonly courseId: string;
  readonly currency: Currency;
  /** How many enrolments may use the voucher. */
  readonly uses: number;
  readonly isConfirmed: number;
  readonly isOverused: number;
  readonly flags: string;
  /** The discount. */
  readonly offMinor: number;
  /** The sum of all charges. */
  readonly askedMinor: number;
}

export const VOUCHER_USES = `SELECT enrolments.id, course_id AS courseId, coalesce(currency, 'NGN') AS currency,
    uses, confirmed_at IS NOT NULL AS isConfirmed, is_overused AS isOverused, flags,
    iif(currency = 'USD', voucher_uses.usd_minor, voucher_uses.ngn_minor) AS offMinor,
    (SELECT SUM(amount_minor) FROM charges
     WHERE enrolment_id = enrolments.id AND charges.currency = coalesce(enrolments.currency, 'NGN')) AS askedMinor
  FROM voucher_uses JOIN vouchers USING (code) JOIN enrolments ON enrolments.id = enrolment_id`;

/** Returns a course's two prices with the fee, paid at once: at the start of a run, and after the rise. */
function pricesOf(courseId: string, currency: Currency): number[] {
  return [priceList, RAISED_PRICES].flatMap(({ fee, registrationCourses }) =>
    registrationCourses
      .filter(({ id }) => id === courseId)
      .map(({ price }) => fee[currency].minor + price[currency].minor),
  );
}

export const OF_VOUCHERS: Invariants = {
  /** A payment that comes after its reservation has lapsed keeps its price, and is flagged. */
  *"A voucher is used no more often than it may."({ voucherUses }) {
    const confirmed = voucherUses.filter(({ isConfirmed }) => isConfirmed === 1);
    const inTime = confirmed.filter(({ isOverused }) => isOverused === 0);
    for (const { uses } of inTime.slice(0, 1)) {
      if (inTime.length > uses) yield `${inTime.length} enrolments have used a voucher for ${uses}.`;
    }
    for (const { id, isOverused, flags } of confirmed) {
      if (isOverused === 1 && !flags.includes("voucher-overused"))
        yield `${id} has overused a voucher, and staff are not told.`;
    }
  },

  /** To the kobo and the cent. */
  *"What a voucher takes off and what is charged come to the price."({ voucherUses }) {
    for (const { id, courseId, currency, offMinor, askedMinor } of voucherUses) {
      const prices = pricesOf(courseId, currency);
      if (!prices.includes(offMinor + askedMinor))
        yield `${id} is charged ${askedMinor} and spared ${offMinor} of ${prices.join(" or ")} ${currency}.`;
    }
  },
};
