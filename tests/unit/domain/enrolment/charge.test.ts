import { expect, test } from "vitest";
import { amountPayable, findCourse, NO_TUITION } from "~/domain/enrolment/agreement.ts";
import {
  agreeCharges,
  chargeLabel,
  chargeLabels,
  describeLaterPayments,
  firstCharges,
  paymentChoices,
  tuitionAtOnce,
} from "~/domain/enrolment/charge.ts";
import { fromMajor, fromMinor } from "~/domain/money/money.ts";
import { registrationCourse, registrationCourses, site } from "../../../fixtures/enrolment.ts";
import { held, viewOf } from "../../../fixtures/enrolment-view.ts";

const fee = fromMajor("NGN", 15_000);
const plan = (courseId: string, planId: string) => {
  const match = registrationCourse(courseId).plans.find(({ id }) => id === planId);
  if (!match) throw new Error(`${courseId} has no plan ${planId}.`);
  return match.schedules;
};
const five = plan("devops-full", "five-installments");
const started = { source: "signup", today: "2026-11-22", firstClass: "2026-12-05" } as const;

const inNaira = (charges: ReturnType<typeof agreeCharges>) =>
  charges.map(({ number, amount, due }) => [number, amount.minor / 100, due]);

test("five installments are the fee, the first payment, and five that follow the first class", () => {
  expect(inNaira(agreeCharges({ fee, tuition: five.NGN }, started))).toEqual([
    [0, 15_000, "2026-11-22"],
    [1, 194_000, "2026-11-22"],
    [2, 70_000, "2027-01-05"],
    [3, 70_000, "2027-02-05"],
    [4, 70_000, "2027-03-05"],
    [5, 70_000, "2027-04-05"],
    [6, 70_000, "2027-05-05"],
  ]);
});

test("without a first class the later payments have no due date", () => {
  const charges = agreeCharges({ fee, tuition: five.NGN }, { ...started, firstClass: null });
  expect(charges.slice(2).map(({ due }) => due)).toEqual([null, null, null, null, null]);
});

test("from a price card the fee is due at the first class, and tuition is paid first", () => {
  const tuition = tuitionAtOnce(fromMajor("NGN", 485_000));
  const charges = agreeCharges({ fee, tuition }, { ...started, source: "pricing" });
  expect(inNaira(charges)).toEqual([
    [0, 15_000, "2026-12-05"],
    [1, 485_000, "2026-11-22"],
  ]);
  expect(firstCharges(charges, "pricing").map(({ number }) => number)).toEqual([1]);
  expect(firstCharges(charges, "signup").map(({ number }) => number)).toEqual([0, 1]);
});

test("tuition that is not announced is not owed", () => {
  const charges = agreeCharges({ fee, tuition: tuitionAtOnce(fromMajor("NGN", 0)) }, started);
  expect(inNaira(charges)).toEqual([[0, 15_000, "2026-11-22"]]);
});

test.each([
  [0, 7, "Registration fee"],
  [1, 2, "Tuition"],
  [2, 7, "Tuition, payment 2 of 6"],
])("charge %i of %i is called %j", (number, count, label) => {
  expect(chargeLabel({ number }, count)).toBe(label);
});

test.each([
  [[], 7, ""],
  [[1], 2, "Tuition"],
  [[0, 1], 2, "Registration fee and tuition"],
  [[1, 0], 7, "Registration fee and tuition, payment 1 of 6"],
  [[2, 3], 7, "Tuition, payments 2 and 3 of 6"],
  [[2, 3, 4, 5, 6], 7, "Tuition, payments 2 to 6 of 6"],
  [[1, 3, 4], 7, "Tuition, payments 1, 3 and 4 of 6"],
  [[0, 1, 2, 3], 7, "Registration fee and tuition, payments 1 to 3 of 6"],
])("charges %j of %i together are called %j", (numbers, count, label) => {
  expect(chargeLabels(numbers, count)).toBe(label);
});

test("later payments are due by the cohort's first class, on a day that the month has", () => {
  expect(describeLaterPayments(five.NGN, "2026-12-31")).toEqual([
    "N70,000, due on Jan 31, 2027",
    "N70,000, due on Feb 28, 2027",
    "N70,000, due on Mar 31, 2027",
    "N70,000, due on Apr 30, 2027",
    "N70,000, due on May 31, 2027",
  ]);
  expect(describeLaterPayments(five.USD, "2026-12-05")).toEqual(["$700.00, due on Mar 5, 2027"]);
  const two = plan("aws-solutions-architect", "two-installments").NGN;
  expect(describeLaterPayments(two, "2026-12-05")).toEqual(["N90,000, due on Dec 26, 2026"]);
});

test("later payments have terms after the first class while it has no date", () => {
  expect(describeLaterPayments(plan("devops-full", "two-installments").NGN, null)).toEqual([
    "N250,000, due 3 months after the first class",
  ]);
});

test("a payment without a term has no due date, even if the first class has a date", () => {
  const tuition = { now: fromMajor("NGN", 100), later: [fromMajor("NGN", 90)], due: null };
  for (const firstClass of [null, "2026-12-05"]) {
    expect(describeLaterPayments(tuition, firstClass)).toEqual(["N90, due date to be confirmed"]);
  }
});

const PAID = [held("REG-20261102-AAAAAAAAAA", [0, 1], fromMajor("NGN", 209_000))];
const choicesOf = (view: ReturnType<typeof viewOf>) =>
  paymentChoices(view.charges).map(({ count, amount, charges }) => [count, amount.minor / 100, charges]);

test("a learner can pay the next payment, any further ones with it, or all that is left", () => {
  expect(choicesOf(viewOf())).toEqual([
    [1, 70_000, [2]],
    [2, 140_000, [2, 3]],
    [3, 210_000, [2, 3, 4]],
    [4, 280_000, [2, 3, 4, 5]],
    [5, 350_000, [2, 3, 4, 5, 6]],
  ]);
});

test("charges that are due on one day are paid together", () => {
  expect(choicesOf(viewOf({ payments: [] }))[0]).toEqual([2, 209_000, [0, 1]]);
});

test("charges without a due date can be paid one at a time", () => {
  const charges = viewOf().charges.map((charge) => ({ ...charge, due: null }));
  expect(paymentChoices(charges)[0]).toMatchObject({ count: 1, charges: [2] });
});

test("the next payment of a charge that was paid in part is the missing amount", () => {
  const part = held("TUI-20261109-BBBBBBBBBB", [2], fromMajor("NGN", 20_000));
  const [next] = paymentChoices(viewOf({ payments: [...PAID, part] }).charges);
  expect(next?.amount).toEqual(fromMajor("NGN", 50_000));
});

test("nothing can be paid once everything is paid", () => {
  const secondPayment = held("TUI-20261109-CCCCCCCCCC", [2, 3, 4, 5, 6], fromMajor("NGN", 350_000));
  expect(paymentChoices(viewOf({ payments: [...PAID, secondPayment] }).charges)).toEqual([]);
});

const { registrationFee } = site;

test("the registration fee alone is 1,500,000 kobo or 900 cents", () => {
  const nothing = { fee: registrationFee, tuition: NO_TUITION };
  expect(amountPayable(nothing, "NGN").total).toEqual(fromMinor("NGN", 1_500_000));
  expect(amountPayable(nothing, "USD").total).toEqual(fromMinor("USD", 900));
});

test.each(["devops-fulll", "DevOps Full", "aws-combined", "", "constructor", null, undefined])(
  "the id %j reads as no course",
  (id) => {
    expect(findCourse(registrationCourses, id)).toBeNull();
  },
);
