import { expect, test } from "vitest";
import { describeLaterPayments } from "~/domain/enrolment/later-payments.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { registrationCourse } from "../../../fixtures/enrolment.ts";

const plan = (courseId: string, planId: string) => {
  const found = registrationCourse(courseId).plans.find(({ id }) => id === planId);
  if (!found) throw new Error(`${courseId} has no plan ${planId}.`);
  return found.schedules;
};

test("the rest of a plan has the days of the chosen cohort, each in its month", () => {
  expect(describeLaterPayments(plan("devops-full", "five-installments").NGN, "2026-12-31")).toEqual([
    "N70,000 by Jan 31, 2027",
    "N70,000 by Feb 28, 2027",
    "N70,000 by Mar 31, 2027",
    "N70,000 by Apr 30, 2027",
    "N70,000 by May 31, 2027",
  ]);
  expect(describeLaterPayments(plan("devops-full", "five-installments").USD, "2026-12-05")).toEqual([
    "$700.00 by Mar 5, 2027",
  ]);
  expect(
    describeLaterPayments(plan("aws-solutions-architect", "two-installments").NGN, "2026-12-05"),
  ).toEqual(["N90,000 by Dec 26, 2026"]);
});

test("the rest of a plan is counted from the first class while that has no day", () => {
  expect(describeLaterPayments(plan("devops-full", "two-installments").NGN, null)).toEqual([
    "N250,000, 3 months after the first class, at the latest",
  ]);
});

test("a payment without a term is due on a day that staff agree, also where the cohort has its day", () => {
  const tuition = { now: fromMajor("NGN", 100), later: [fromMajor("NGN", 90)], due: null };
  for (const firstClass of [null, "2026-12-05"]) {
    expect(describeLaterPayments(tuition, firstClass)).toEqual(["N90, on a day you agree with our staff"]);
  }
});

test("tuition that is paid at once has no rest", () => {
  const tuition = { now: fromMajor("NGN", 100), later: [], due: null };
  expect(describeLaterPayments(tuition, "2026-12-05")).toEqual([]);
});
