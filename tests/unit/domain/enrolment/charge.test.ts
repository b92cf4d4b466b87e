import { expect, test } from "vitest";
import {
  agreeCharges,
  chargeLabel,
  chargeLabels,
  firstCharges,
  tuitionAtOnce,
} from "~/domain/enrolment/charge.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { courseNamed } from "../../../fixtures/enrolment.ts";

const fee = fromMajor("NGN", 15_000);
const five = courseNamed("devops-full").plans?.find(({ id }) => id === "five-installments")?.schedules.NGN;
const started = { source: "signup", today: "2026-11-22", firstClass: "2026-12-05" } as const;

const said = (charges: ReturnType<typeof agreeCharges>) =>
  charges.map(({ number, amount, due }) => [number, amount.minor / 100, due]);

test("five installments are the fee, the first payment at once, and five that follow the first class", () => {
  if (!five) throw new Error("DevOps Full has no five installments.");
  expect(said(agreeCharges({ fee, tuition: five }, started))).toEqual([
    [0, 15_000, "2026-11-22"],
    [1, 194_000, "2026-11-22"],
    [2, 70_000, "2027-01-05"],
    [3, 70_000, "2027-02-05"],
    [4, 70_000, "2027-03-05"],
    [5, 70_000, "2027-04-05"],
    [6, 70_000, "2027-05-05"],
  ]);
});

test("without a first class the later payments have no day yet", () => {
  if (!five) throw new Error("DevOps Full has no five installments.");
  const charges = agreeCharges({ fee, tuition: five }, { ...started, firstClass: null });
  expect(charges.slice(2).map(({ due }) => due)).toEqual([null, null, null, null, null]);
});

test("from a price card the fee is due before the first class, and the first payment pays tuition alone", () => {
  const charges = agreeCharges(
    { fee, tuition: tuitionAtOnce(fromMajor("NGN", 485_000)) },
    { ...started, source: "pricing" },
  );
  expect(said(charges)).toEqual([
    [0, 15_000, "2026-12-05"],
    [1, 485_000, "2026-11-22"],
  ]);
  expect(firstCharges(charges, "pricing").map(({ number }) => number)).toEqual([1]);
  expect(firstCharges(charges, "signup").map(({ number }) => number)).toEqual([0, 1]);
});

test("tuition that is not announced is not owed", () => {
  const charges = agreeCharges({ fee, tuition: tuitionAtOnce(fromMajor("NGN", 0)) }, started);
  expect(said(charges)).toEqual([[0, 15_000, "2026-11-22"]]);
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
