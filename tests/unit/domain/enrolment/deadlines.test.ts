import { expect, test } from "vitest";
import { dueDatesCalendar } from "~/domain/enrolment/due-dates-calendar.ts";
import { describeLate, describePolicy, lateConsequence } from "~/domain/enrolment/late-payment.ts";
import { describeWithdrawal, suggestedRefund, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { LATE_PAYMENT_POLICIES } from "~/domain/pricing/payment-plan.ts";
import { viewOf } from "../../../fixtures/enrolment-view.ts";

/** The lines of the calendar of due dates, unfolded. */
const calendar = dueDatesCalendar(viewOf(), {
  academy: "Academy",
  site: new URL("https://academy.example"),
  now: new Date("2026-11-22T13:05:00Z"),
}).replaceAll("\r\n ", "");

test("the calendar of due dates has each payment that is left, on its last day in time", () => {
  expect(calendar.match(/^DTSTART;VALUE=DATE:\d+/gm)).toEqual([
    "DTSTART;VALUE=DATE:20261209",
    "DTSTART;VALUE=DATE:20270109",
    "DTSTART;VALUE=DATE:20270209",
    "DTSTART;VALUE=DATE:20270309",
    "DTSTART;VALUE=DATE:20270409",
  ]);
  expect(calendar).toContain("SUMMARY:Pay N70\\,000: Tuition\\, payment 2 of 6\\, DevOps Full");
  expect(calendar).toContain("UID:enr-7kq2m9xa4t-2@academy.example");
  expect(calendar).not.toContain("Registration fee");
  expect(calendar).not.toMatch(/Ada|Obi|example\.com|#ENR/);
});

test.each([
  ["removed once a payment is more than a week late", "removed-after-a-week", "2027-03-05", "2027-03-13"],
  ["dropped once a month is missed", "dropped-after-a-month", "2027-01-31", "2027-03-01"],
  ["kept by a plan without a policy", null, "2027-01-31", undefined],
] as const)("a learner who pays late is %s", (_, policy, due, from) => {
  expect(lateConsequence(policy, due)?.from).toBe(from);
});

test("both policies name the day from which they apply, if it is known", () => {
  for (const policy of LATE_PAYMENT_POLICIES) {
    expect(describeLate({ policy, from: "2027-03-13" }, (day) => `<${day}>`)).toContain("<2027-03-13>");
    expect(describePolicy(policy)).not.toMatch(/portal|2027/);
  }
});

const FIRST_CLASS = "2027-02-15";

test.each([
  ["2027-02-01", "until-week-before", "2027-02-08"],
  ["2027-02-08", "until-week-before", "2027-02-08"],
  ["2027-02-09", "few-days-before", "2027-02-09"],
  ["2027-02-10", "days-before", "2027-02-14"],
  ["2027-02-14", "days-before", "2027-02-14"],
  ["2027-02-15", "first-week", "2027-02-21"],
  ["2027-02-21", "first-week", "2027-02-21"],
  ["2027-02-22", "later", null],
])("on %s, with classes from February 15, the rule is %s until %s", (today, name, until) => {
  expect(withdrawalRule(FIRST_CLASS, today)).toEqual({ name, until });
});

test("without a first class the withdrawal rule has no date", () => {
  expect(withdrawalRule(null, "2027-02-01")).toEqual({ name: "no-date", until: null });
});

test("every withdrawal rule with a date names it", () => {
  for (const today of ["2027-02-01", "2027-02-09", "2027-02-12", "2027-02-16"]) {
    const rule = withdrawalRule(FIRST_CLASS, today);
    expect(describeWithdrawal(rule, (day) => `<${day}>`)).toContain(`<${rule.until}>`);
  }
});

const naira = (amount: number) => fromMajor("NGN", amount);

test.each([
  ["no-date", 194_000, "give N194,000: all but the registration fee"],
  ["until-week-before", 194_000, "give N194,000: all but the registration fee"],
  ["few-days-before", null, "have no rule: you decide"],
  ["days-before", null, "give no refund"],
  ["first-week", 184_000, "give N184,000: all but the registration fee and a processing fee of N10,000"],
  ["later", null, "give no refund"],
] as const)("under the rule %s the Terms suggest a refund of %s", (name, amount, words) => {
  const payment = { held: naira(209_000), feeMinor: naira(15_000).minor, refundFee: naira(10_000) };
  expect(suggestedRefund({ name, until: null }, payment)).toEqual({ amount: amount && naira(amount), words });
});

test("the Terms suggest no refund of the registration fee alone", () => {
  const fee = { held: naira(15_000), feeMinor: naira(15_000).minor, refundFee: naira(10_000) };
  expect(suggestedRefund({ name: "no-date", until: null }, fee).amount).toBeNull();
});
