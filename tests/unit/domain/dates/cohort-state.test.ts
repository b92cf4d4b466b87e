import { expect, test } from "vitest";
import { announcedStart, cohortState, describeCohort, type NextCohort } from "~/domain/dates/cohort.ts";

const cohort: NextCohort = { starts: "2027-02-15", closes: "2027-02-12", isConfirmed: true };

test.each([
  ["2027-01-01", undefined, "open", "Open", "Feb 15, 2027"],
  ["2027-02-04", undefined, "open", "Open", "Feb 15, 2027"],
  ["2027-02-05", undefined, "last-days", "Last days", "Feb 15, 2027"],
  ["2027-02-12", undefined, "last-days", "Last days", "Feb 15, 2027"],
  ["2027-02-13", undefined, "closed", "Closed", "Feb 15, 2027 (registration closed)"],
  ["2027-02-15", undefined, "closed", "Closed", "Feb 15, 2027 (registration closed)"],
  ["2027-02-16", undefined, "to-be-announced", "To be announced", "To be announced (last: Feb 15, 2027)"],
  ["2031-01-01", undefined, "to-be-announced", "To be announced", "To be announced (last: Feb 15, 2027)"],
  ["2027-01-01", 3, "open", "3 seats left", "Feb 15, 2027 (3 seats left)"],
  ["2027-02-12", 1, "last-days", "1 seat left", "Feb 15, 2027 (1 seat left)"],
  ["2027-02-12", 0, "full", "Full", "Feb 15, 2027 (full)"],
  ["2027-02-13", 0, "closed", "Closed", "Feb 15, 2027 (registration closed)"],
  ["2027-02-16", 0, "to-be-announced", "To be announced", "To be announced (last: Feb 15, 2027)"],
])("the cohort card on %s with %s seats left is %s", (today, left, name, badge, date) => {
  expect(cohortState(cohort, today, left).name).toBe(name);
  expect(describeCohort(cohort, today, left)).toMatchObject({ badge, date });
});

test("a cohort whose date may change is to be announced, before and after it", () => {
  for (const today of ["2027-01-01", "2027-02-14", "2027-03-01"]) {
    expect(cohortState({ ...cohort, isConfirmed: false }, today).name).toBe("to-be-announced");
  }
});

test.each([
  ["2027-02-08", true, "Feb 15, 2027", "2027-02-15"],
  ["2027-02-15", true, "Feb 15, 2027 (registration closed)", "2027-02-15"],
  ["2028-02-15", true, "To be announced (last: Feb 15, 2027)", null],
  ["2027-02-08", false, "To Be Decided", null],
  ["2028-02-15", false, "To be announced (last: Feb 15, 2027)", null],
])("the next cohort's date on %s, confirmed: %s, reads %s", (today, isConfirmed, date, start) => {
  const described = describeCohort({ ...cohort, isConfirmed }, today);
  expect(described.date).toBe(date);
  expect(announcedStart({ ...cohort, isConfirmed }, today)).toBe(start);
  expect(described.sentence).not.toContain("last:");
});

test("a cohort's day that no calendar has is refused", () => {
  expect(() => describeCohort({ ...cohort, starts: "2027-02-30" }, "2027-01-01")).toThrow(/year-month-day/);
});

test.each([
  ["2027-02-04", "Register by Feb 12, 2027: 8 days left."],
  ["2027-02-11", "Registration closes on Feb 12, 2027: 1 day left."],
  ["2027-02-12", "Registration closes on Feb 12, 2027: today is the last day."],
  ["2027-02-13", "Registration for the cohort of Feb 15, 2027 closed on Feb 12, 2027."],
  ["2027-02-16", "Date coming soon."],
])("the cohort card on %s says its state", (today, words) => {
  expect(describeCohort(cohort, today).sentence).toContain(words);
});
