import { expect, test } from "vitest";
import { isDay } from "~/domain/dates/day.ts";
import { add, fromMinor } from "~/domain/money/money.ts";
import { dueDay, formatDueTerm, parseDueTerm, plannedPayments } from "~/domain/pricing/payment-dates.ts";
import { describeDue, describeDuePayment, totalOf } from "~/domain/pricing/payment-plan.ts";
import { courseNamed, courses } from "../../../fixtures/enrolment.ts";

const schedules = [...courses].flatMap(([id, { plans = [] }]) =>
  plans.flatMap(({ name, schedules: { NGN, USD } }) => [
    [`${id}, ${name}, naira`, NGN] as const,
    [`${id}, ${name}, dollars`, USD] as const,
  ]),
);

test.each(schedules)("the payments of a plan add up to the price card's total: %s", (_, schedule) => {
  const zero = fromMinor(schedule.now.currency, 0);
  const sum = plannedPayments(schedule).reduce((total, { amount }) => add(total, amount), zero);
  expect(sum).toEqual(totalOf(schedule));
});

test("five installments are one at the beginning and one after each of five months", () => {
  const plan = courseNamed("devops-full").plans?.find(({ id }) => id === "five-installments");
  const words = plan && plannedPayments(plan.schedules.NGN).map(({ due }) => describeDue(due));
  expect(words).toEqual([
    "Today",
    "Due 1 month after the first class",
    "Due 2 months after the first class",
    "Due 3 months after the first class",
    "Due 4 months after the first class",
    "Due 5 months after the first class",
  ]);
});

test("a payment without a term has a due date that is to be confirmed", () => {
  const plan = courseNamed("aws-cloud-practitioner").plans?.find(({ id }) => id === "two-installments");
  expect(plan && plannedPayments(plan.schedules.USD).map(({ due }) => due)).toEqual(["now", null]);
  expect(describeDue(null)).toBe("Due date to be confirmed");
});

test("a date is said as it is, and as past once it is over", () => {
  expect(describeDue("2027-02-05")).toBe("Due on Feb 5, 2027");
  expect(describeDue("2027-02-05", { isOverdue: true })).toBe("Was due on Feb 5, 2027");
  expect(describeDuePayment("N70,000", "2027-02-05")).toBe("N70,000, due on Feb 5, 2027");
});

test.each([
  ["2027-02-15", 1, "month", "2027-03-15"],
  ["2027-02-15", 3, "week", "2027-03-08"],
  ["2027-01-31", 1, "month", "2027-02-28"],
  ["2028-01-31", 1, "month", "2028-02-29"],
  ["2027-08-31", 3, "month", "2027-11-30"],
  ["2027-10-15", 5, "month", "2028-03-15"],
] as const)("from %s, %i %s(s) later is %s", (firstClass, count, unit, day) => {
  expect(dueDay(firstClass, { count, unit })).toBe(day);
});

test("a term is read as it was written, and nothing else is", () => {
  expect(parseDueTerm(formatDueTerm({ count: 3, unit: "month" }))).toEqual({ count: 3, unit: "month" });
  for (const other of [undefined, "now", "3", "3 years", "x month"]) expect(parseDueTerm(other)).toBeNull();
});

test.each([
  ["2027-02-15", true],
  ["2027-02-30", false],
  ["15-02-2027", false],
  ["", false],
])("%j is a day of the calendar: %s", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
