import { expect, test } from "vitest";
import {
  announcedStart,
  type Cohort,
  cohortName,
  cohortState,
  DATE_TO_BE_ANNOUNCED,
  describeCohort,
  firstClassOf,
  hasCohort,
  type NextCohort,
} from "~/domain/dates/cohort.ts";
import {
  cohortChoices,
  cohortOptions,
  isCohortOver,
  lastCohort,
  nextClass,
  openCohorts,
} from "~/domain/dates/cohort-options.ts";
import { cohortOn } from "../../../fixtures/enrolment.ts";

const EIGHT = cohortOn("2024-05-27", { id: "cohort-8", name: "27 May 2024, cohort 8" });
const NEXT = cohortOn("2027-02-15", { id: "cohort-9", name: "15 February 2027", closes: "2027-02-12" });
const NO_DATES = { firstClass: null, closes: null, isConfirmed: false };
const UNDATED = cohortOn("2027-02-15", { id: "evening", name: "Evening cohort", ...NO_DATES });

const offered = (today: string, cohorts: readonly Cohort[] = [NEXT, EIGHT]) =>
  openCohorts(cohortOptions(cohorts), today).map(({ id, name }) => [id, name]);
const toBeAnnounced = [[DATE_TO_BE_ANNOUNCED.id, DATE_TO_BE_ANNOUNCED.name]];
const next = ["cohort-9", "15 February 2027"];

test.each([
  ["a week before the last day", "2027-02-05", [next]],
  ["the last day", "2027-02-12", [next]],
  ["the day after it", "2027-02-13", toBeAnnounced],
  ["before an earlier one", "2024-05-26", [["cohort-8", "27 May 2024, cohort 8"], next]],
])("on %s the form offers the cohorts that are open, the earliest first", (_, today, options) => {
  expect(offered(today)).toEqual(options);
});

test("the form says that an unconfirmed cohort has no date yet", () => {
  const unconfirmed = { ...NEXT, name: "Cohort 9", isConfirmed: false };
  expect(offered("2026-11-21", [unconfirmed])).toEqual([["cohort-9", "Cohort 9, no date yet"]]);
  expect(cohortOptions([unconfirmed])[0]?.firstClass).toBeNull();
  expect(firstClassOf(unconfirmed)).toBeNull();
  expect(offered("2030-01-01", [UNDATED])).toEqual([["evening", "Evening cohort, no date yet"]]);
});

test("a cohort closes after the day that content names", () => {
  expect(isCohortOver("cohort-9", [NEXT], "2027-02-12")).toBe(false);
  expect(isCohortOver("cohort-9", [NEXT], "2027-02-13")).toBe(true);
  expect(isCohortOver("evening", [UNDATED], "2030-01-01")).toBe(false);
});

test("the next class is the first open one with both its dates", () => {
  const withoutLastDay = { ...EIGHT, closes: null };
  const next = (today: string) => nextClass(cohortOptions([NEXT, withoutLastDay, UNDATED]), today)?.id;
  expect(next("2027-02-12")).toBe("cohort-9");
  expect(next("2027-02-13")).toBeUndefined();
});

test("the form names its latest cohort while none is open", () => {
  const last = (today: string) => lastCohort(cohortOptions([NEXT, EIGHT]), today);
  expect(last("2027-02-12")).toBeNull();
  expect(last("2027-02-13")).toBe("15 February 2027");
});

const choices = (left: Record<string, number>, today: string) =>
  cohortChoices(cohortOptions([EIGHT, UNDATED]), today, left).map(({ value, text, isOver }) => [
    value,
    text,
    isOver,
  ]);

test("the form says how many seats are left", () => {
  expect(choices({ evening: 1 }, "2024-01-01")).toEqual([
    ["cohort-8", "27 May 2024, cohort 8", false],
    ["evening", "Evening cohort, no date yet (1 seat left)", false],
  ]);
});

test("the form shows a full cohort, and offers to wait for a date", () => {
  expect(choices({ evening: 0 }, "2027-02-01")).toEqual([
    ["evening", "Evening cohort, no date yet (full)", true],
    [DATE_TO_BE_ANNOUNCED.id, DATE_TO_BE_ANNOUNCED.name, false],
  ]);
});

test("a cohort is shown by its name, or by its id in words if content no longer has it", () => {
  expect(cohortName([EIGHT], "cohort-8")).toBe("27 May 2024, cohort 8");
  expect(cohortName([EIGHT], DATE_TO_BE_ANNOUNCED.id)).toBe("Date to be announced");
  expect(cohortName([EIGHT], "cohort-7")).toBe("Cohort 7");
  expect(cohortName([EIGHT], "")).toBe("");
});

test("a learner has a cohort unless it is still to be announced", () => {
  expect(["", DATE_TO_BE_ANNOUNCED.id, "cohort-8"].map(hasCohort)).toEqual([false, false, true]);
});

const cohort: NextCohort = { starts: "2027-02-15", closes: "2027-02-12", isConfirmed: true };

test.each([
  ["2027-01-01", undefined, "open", "Open", "Feb 15, 2027", ""],
  ["2027-02-04", undefined, "open", "Open", "Feb 15, 2027", ""],
  ["2027-02-05", undefined, "last-days", "Last days", "Feb 15, 2027", ""],
  ["2027-02-12", undefined, "last-days", "Last days", "Feb 15, 2027", ""],
  ["2027-02-13", undefined, "closed", "Closed", "Feb 15, 2027", "(registration closed)"],
  ["2027-02-15", undefined, "closed", "Closed", "Feb 15, 2027", "(registration closed)"],
  ["2027-02-16", undefined, "to-be-announced", "To be announced", "To be announced", "(last: Feb 15, 2027)"],
  ["2027-01-01", 3, "open", "3 seats left", "Feb 15, 2027", "(3 seats left)"],
  ["2027-02-12", 1, "last-days", "1 seat left", "Feb 15, 2027", "(1 seat left)"],
  ["2027-02-12", 0, "full", "Full", "Feb 15, 2027", "(full)"],
  ["2027-02-13", 0, "closed", "Closed", "Feb 15, 2027", "(registration closed)"],
  ["2027-02-16", 0, "to-be-announced", "To be announced", "To be announced", "(last: Feb 15, 2027)"],
])("the cohort card on %s with %s seats left is %s", (today, left, name, badge, date, about) => {
  expect(cohortState(cohort, today, left).name).toBe(name);
  const { note, last, ...described } = describeCohort(cohort, today, left);
  expect(described).toMatchObject({ badge, date });
  expect(note + last).toBe(about);
});

test.each([
  ["2027-02-08", true, "Feb 15, 2027", "2027-02-15"],
  ["2027-02-15", true, "Feb 15, 2027", "2027-02-15"],
  ["2028-02-15", true, "To be announced", null],
  ["2027-02-08", false, "To Be Decided", null],
  ["2028-02-15", false, "To be announced", null],
])("the next cohort's date on %s, confirmed: %s, reads %s", (today, isConfirmed, date, start) => {
  const described = describeCohort({ ...cohort, isConfirmed }, today);
  expect(described.date).toBe(date);
  expect(announcedStart({ ...cohort, isConfirmed }, today)).toBe(start);
  expect(described.sentence).not.toContain("last:");
});

test("a cohort with an impossible date is refused", () => {
  expect(() => describeCohort({ ...cohort, starts: "2027-02-30" }, "2027-01-01")).toThrow(/year-month-day/);
});

test.each([
  ["2027-02-04", "Register by Feb 12, 2027: 8 days left."],
  ["2027-02-11", "Registration closes on Feb 12, 2027: 1 day left."],
  ["2027-02-12", "Registration closes on Feb 12, 2027: today is the last day."],
  ["2027-02-13", "Registration for the cohort of Feb 15, 2027 closed on Feb 12, 2027."],
  ["2027-02-16", "No date yet."],
])("the cohort card on %s says its state", (today, words) => {
  expect(describeCohort(cohort, today).sentence).toContain(words);
});
