import fc from "fast-check";
import { expect, test } from "vitest";
import { findChoice } from "~/domain/enrolment/agreement.ts";
import { CURRENCIES, type Currency } from "~/domain/money/money.ts";
import { type Discount, isVoucherCode, readVoucherCode, withDiscount } from "~/domain/pricing/voucher.ts";
import { priceList } from "../../../fixtures/enrolment.ts";
import { fixedAmounts, percentOff } from "../../../fixtures/vouchers.ts";

const offered = { fee: priceList.fee, courses: priceList.registrationCourses };

/** Returns the fee and the payments of a plan with a voucher, in whole naira or dollars. */
function amountsOf(courseId: string, planId: string, currency: Currency, discount: Discount | null) {
  const choice = findChoice(offered, { courseId, planId }, discount);
  const tuition = choice?.tuition[currency];
  if (!choice || !tuition) throw new Error("The plan is not offered.");
  return [choice.fee[currency], tuition.now, ...tuition.later].map(({ minor }) => minor / 100);
}

const FULL = "devops-full";

const FIVE = "five-installments";
const AMOUNTS = fixedAmounts(100_000, 100);

test.each<[string, string, Currency, Discount, number[]]>([
  ["10 percent", "", "NGN", percentOff(10), [15_000, 432_000]],
  ["10 percent", "", "USD", percentOff(10), [9, 1080]],
  ["10 percent", FIVE, "NGN", percentOff(10), [15_000, 174_600, ...Array(5).fill(63_000)]],
  ["7 percent", FIVE, "NGN", percentOff(7), [15_000, 180_420, ...Array(5).fill(65_100)]],
  ["33 percent", FIVE, "USD", percentOff(33), [9, 335, 469]],
  ["N100,000 or $100", FIVE, "NGN", AMOUNTS, [15_000, 194_000, 70_000, 70_000, 70_000, 40_000]],
  ["N100,000 or $100", FIVE, "USD", AMOUNTS, [9, 500, 600]],
  ["more than the tuition", FIVE, "NGN", fixedAmounts(900_000, 900), [15_000, 0]],
  ["all of it", "", "NGN", percentOff(100), [15_000, 0]],
  ["all of it and the fee", "", "NGN", percentOff(100, { includesFee: true }), [0, 0]],
  ["more than all, the fee too", "", "NGN", fixedAmounts(485_000, 1200, { includesFee: true }), [10_000, 0]],
])("%s off DevOps Full, plan %j in %s", (_, planId, currency, discount, amounts) => {
  expect(amountsOf(FULL, planId, currency, discount)).toEqual(amounts);
});

test("a percentage leaves later payments in whole naira and puts the remainder on the first", () => {
  const kobo = (minor: number) => ({ currency: "NGN", minor }) as const;
  const tuition = { now: kobo(10_005_000), later: [kobo(3_333_350)], due: null };
  const { tuition: lowered } = withDiscount({ fee: kobo(1_500_000), tuition }, percentOff(7));
  expect(lowered).toEqual({ now: kobo(9_304_666), later: [kobo(3_100_000)], due: null });
});

test("with a voucher the remaining payments keep their due terms", () => {
  const dueWith = (discount: Discount | null) =>
    findChoice(offered, { courseId: FULL, planId: FIVE }, discount)?.tuition.NGN?.due;
  const terms = dueWith(null);
  expect(terms).toHaveLength(5);
  expect(dueWith(percentOff(10))).toEqual(terms);
  expect(dueWith(AMOUNTS)).toEqual(terms?.slice(0, 4));
  expect(dueWith(fixedAmounts(350_000, 900))).toBeNull();
});

test("the payments of every plan add up to the tuition less the discount, and none is below zero", () => {
  const plans = priceList.registrationCourses.flatMap(({ id, price, plans }) =>
    price.NGN.minor === 0
      ? []
      : ["", ...plans.map((plan) => plan.id)].map((planId) => ({ courseId: id, planId })),
  );
  const discounts = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((percent) => percentOff(percent)),
    fc
      .tuple(fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 1, max: 2000 }))
      .map((off) => fixedAmounts(...off)),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...plans),
      discounts,
      fc.constantFrom(...CURRENCIES),
      (chosen, discount, currency) => {
        const full = amountsOf(chosen.courseId, chosen.planId, currency, null);
        const lowered = amountsOf(chosen.courseId, chosen.planId, currency, discount);
        const off = findChoice(offered, chosen, discount)?.off[currency].minor ?? Number.NaN;
        const total = (amounts: number[]) =>
          Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100);
        const wanted =
          discount.percent === null
            ? discount.amounts[currency]
            : Math.floor((total(full.slice(1)) * discount.percent) / 100);
        expect(off).toBe(Math.min(wanted, total(full.slice(1))));
        expect(total(lowered)).toBe(total(full) - off);
        expect(Math.min(...lowered)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test("a voucher is for the courses that it names, and for no installments if paying at once", () => {
  const atOnce = percentOff(10, { courseIds: [FULL], isForPayingAtOnce: true });
  const fits = (courseId: string, planId: string) =>
    findChoice(offered, { courseId, planId }, atOnce) !== null;
  expect([fits(FULL, ""), fits(FULL, FIVE), fits("devops-foundational", "")]).toEqual([true, false, false]);
});

test("a code is read in any case, without the spaces around it", () => {
  expect(readVoucherCode(" early-10 ")).toBe("EARLY-10");
  expect(["EARLY-10", "ABC", "EARLY 10", "A".repeat(33)].map(isVoucherCode)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
