import { expect, test } from "vitest";
import { describeLaterPayments } from "~/domain/enrolment/charge.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { registrationCourse } from "../../../fixtures/enrolment.ts";

const plan = (courseId: string, planId: string) => {
  const found = registrationCourse(courseId).plans.find(({ id }) => id === planId);
  if (!found) throw new Error(`${courseId} has no plan ${planId}.`);
  return found.schedules;
};

test("the rest of a plan has the days of the chosen cohort, each in its month", () => {
  expect(describeLaterPayments(plan("devops-full", "five-installments").NGN, "2026-12-31")).toEqual([
    "N70,000, due on Jan 31, 2027",
    "N70,000, due on Feb 28, 2027",
    "N70,000, due on Mar 31, 2027",
    "N70,000, due on Apr 30, 2027",
    "N70,000, due on May 31, 2027",
  ]);
  expect(describeLaterPayments(plan("devops-full", "five-installments").USD, "2026-12-05")).toEqual([
    "$700.00, due on Mar 5, 2027",
  ]);
  expect(
    describeLaterPayments(plan("aws-solutions-architect", "two-installments").NGN, "2026-12-05"),
  ).toEqual(["N90,000, due on Dec 26, 2026"]);
});

test("the rest of a plan is counted from the first class while that has no day", () => {
  expect(describeLaterPayments(plan("devops-full", "two-installments").NGN, null)).toEqual([
    "N250,000, due 3 months after the first class",
  ]);
});

test("a payment without a term has no due date yet, also where the cohort has its day", () => {
  const tuition = { now: fromMajor("NGN", 100), later: [fromMajor("NGN", 90)], due: null };
  for (const firstClass of [null, "2026-12-05"]) {
    expect(describeLaterPayments(tuition, firstClass)).toEqual(["N90, due date to be confirmed"]);
  }
});

test("tuition that is paid at once has no rest", () => {
  const tuition = { now: fromMajor("NGN", 100), later: [], due: null };
  expect(describeLaterPayments(tuition, "2026-12-05")).toEqual([]);
});
