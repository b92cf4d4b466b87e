import { expect, test } from "vitest";
import { isDay } from "~/domain/dates/day.ts";
import { type Currency, formatShort, fromMajor } from "~/domain/money/money.ts";
import { dueDay, formatDueTerm, parseDueTerm, plannedPayments } from "~/domain/pricing/payment-dates.ts";
import {
  barSegments,
  compareTotal,
  describeDue,
  describeDuePayment,
  describePayments,
  describeSchedule,
  describeTotal,
  isCheapest,
  type PaymentSchedule,
  totalOf,
} from "~/domain/pricing/payment-plan.ts";
import { unbroken } from "~/domain/text.ts";
import { courseNamed } from "../../../fixtures/enrolment.ts";

function scheduleOf(courseId: string, planName: string, currency: Currency): PaymentSchedule {
  const plan = courseNamed(courseId).plans?.find(({ name }) => name === planName);
  if (!plan) throw new Error(`${courseId} has no plan named ${planName}.`);
  return plan.schedules[currency];
}

test.each<[string, string, Currency, string]>([
  ["devops-full", "Five Installments", "NGN", "N194,000 now, then 5 payments of N70,000"],
  ["devops-full", "Five Installments", "USD", "$500.00 now, then $700.00"],
  ["devops-full", "Full Tuition", "NGN", "N485,000"],
])("%s, %s in %s is paid as %j", (courseId, planName, currency, text) => {
  expect(describePayments(scheduleOf(courseId, planName, currency))).toBe(text);
});

test("payments that differ are spelled out one by one", () => {
  const naira = (...amounts: number[]) => amounts.map((amount) => fromMajor("NGN", amount));
  const paid = (...later: number[]) =>
    describePayments({ now: fromMajor("NGN", 100_000), later: naira(...later) });
  expect(paid(90_000, 80_000)).toBe("N100,000 now, then N90,000 and N80,000");
  expect(paid(90_000, 90_000, 80_000)).toBe("N100,000 now, then N90,000, N90,000 and N80,000");
});

test.each<[string, string, Currency, string, number, string]>([
  [
    "devops-full",
    "Five Installments",
    "NGN",
    "N194K",
    544_000,
    "40% down, 194,000 NGN, then 70,000 NGN monthly for the first 5 months",
  ],
  ["devops-full", "Full Tuition", "NGN", "N485K", 485_000, "100% upfront"],
  ["devops-full", "Two Installments", "NGN", "N250K", 500e3, "50% down, rest before the end of month three"],
  ["devops-full", "Five Installments", "USD", "$500", 1200, "42% upfront, finish within three months"],
  ["devops-full", "Full Tuition", "USD", "$1200", 1200, "100% upfront"],
  ["devops-full", "Two Installments", "USD", "$625", 1250, "50% upfront, finish within five months"],
  ["aws-solutions-architect", "Two Installments", "USD", "$204", 408, "50% of $408 down, rest by week 3"],
])("%s, %s in %s: the card says %s, all in all %i: %s", (course, plan, currency, now, total, line) => {
  const schedule = scheduleOf(course, plan, currency);
  expect(formatShort(schedule.now)).toBe(now);
  expect(describeSchedule(schedule)).toBe(line);
  expect(totalOf(schedule)).toEqual({ currency, minor: total * 100 });
});

test("a plan with fewer payments in dollars than in naira says how many", () => {
  const plans = courseNamed("devops-full").plans ?? [];
  expect(plans.map((plan) => [describeTotal(plan, "NGN"), describeTotal(plan, "USD")])).toEqual([
    ["Total N544,000", "Total $1200 in 2 payments"],
    ["Total N485,000", "Total $1200"],
    ["Total N500,000", "Total $1250"],
  ]);
});

test.each<[string, Currency, number, string]>([
  ["Five Installments", "NGN", 480_000, "Total N544,000, N64,000 more than paying once"],
  ["Five Installments", "USD", 1200, "Total $1,200.00, the same as paying once"],
  ["Two Installments", "NGN", 510_000, "Total N500,000, N10,000 less than paying once"],
])("%s in %s beside a price of %d reads %j", (planName, currency, atOnce, text) => {
  expect(compareTotal(scheduleOf("devops-full", planName, currency), fromMajor(currency, atOnce))).toBe(text);
});

test("a payment bar is filled from end to end with gaps between payments, each to scale", () => {
  const payments = [300, 100].map((amount) => fromMajor("NGN", amount));
  expect(barSegments(payments)).toEqual([
    { start: 0, width: 73.88, isFirst: true },
    { start: 75.38, width: 24.63, isFirst: false },
  ]);
});

test.each([
  ["devops-full", "NGN", ["Full Tuition"]],
  // Five instalments have the same total.
  ["devops-full", "USD", []],
  ["aws-solutions-architect", "NGN", ["Full Tuition"]],
  ["aws-solutions-architect", "USD", []],
] as const)("of %s in %s the cheapest are %j", (courseId, currency, cheapest) => {
  const { plans = [] } = courseNamed(courseId);
  const cheapestPlans = plans.filter((plan) => isCheapest(plan, { plans, otherPrices: [] }, currency));
  expect(cheapestPlans.map(({ name }) => name)).toEqual(cheapest);
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

test("a due date is past once it is overdue", () => {
  expect(describeDue("2027-02-05")).toBe("Due on Feb 5, 2027");
  expect(describeDue("2027-02-05", { isOverdue: true })).toBe("Was due on Feb 5, 2027");
  expect(describeDuePayment("N70,000", "2027-02-05")).toBe("N70,000, due on Feb 5, 2027");
});

test("a date, a term and an amount in a sentence each stay in one line", () => {
  const parts = (text: string) => unbroken(text).split(" ");
  expect(parts("due on Jan 5, 2027")).toEqual(["due", "on", "Jan\u00a05,\u00a02027"]);
  expect(parts("1 month after")).toEqual(["1\u00a0month", "after"]);
  expect(parts("then 70,000 NGN monthly")).toEqual(["then", "70,000\u00a0NGN", "monthly"]);
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

test("a due term is read back from a data attribute, and other texts are not", () => {
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
