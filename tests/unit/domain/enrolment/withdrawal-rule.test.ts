import { expect, test } from "vitest";
import { describeWithdrawal, withdrawalRule } from "~/domain/enrolment/withdrawal-rule.ts";

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

test("without a first class there is no date", () => {
  expect(withdrawalRule(null, "2027-02-01")).toEqual({ name: "no-date", until: null });
});

test("every rule that has a date names it", () => {
  for (const today of ["2027-02-01", "2027-02-09", "2027-02-12", "2027-02-16"]) {
    const rule = withdrawalRule(FIRST_CLASS, today);
    expect(describeWithdrawal(rule, (day) => `<${day}>`)).toContain(`<${rule.until}>`);
  }
});
