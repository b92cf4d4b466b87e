import { describe, expect, test } from "vitest";
import {
  cohortChoices,
  cohortOptions,
  DATE_TO_BE_ANNOUNCED,
  lastCohort,
  nameInForm,
  openCohorts,
} from "~/domain/dates/cohort-options.ts";
import type { Cohort } from "~/domain/dates/cohort-state.ts";
import { dayInText } from "~/domain/dates/day-in-text.ts";

const next: Cohort = { starts: "2027-02-15", closes: "2027-02-12", isConfirmed: true };
const LISTED = ["27 May 2024, cohort 8"];

describe("the cohorts of the registration form", () => {
  const offered = (today: string, listed: readonly string[] = LISTED, cohort: Cohort = next) =>
    openCohorts(cohortOptions(listed, cohort), today);

  test.each([
    ["a week before the last day", "2027-02-05", ["15 February 2027"]],
    ["the last day", "2027-02-12", ["15 February 2027"]],
    ["the day after it", "2027-02-13", [DATE_TO_BE_ANNOUNCED]],
    ["the first day of class", "2027-02-15", [DATE_TO_BE_ANNOUNCED]],
    ["a year later", "2028-02-15", [DATE_TO_BE_ANNOUNCED]],
    ["before the list's own", "2024-05-26", ["15 February 2027", "27 May 2024, cohort 8"]],
  ])("the cohorts of the registration form on %s are those that one can still join", (_, today, texts) => {
    expect(offered(today)).toEqual(texts);
  });

  test("the cohorts of the registration form leave out a day that is not confirmed", () => {
    expect(offered("2026-11-21", LISTED, { ...next, isConfirmed: false })).toEqual([DATE_TO_BE_ANNOUNCED]);
  });

  test("the cohorts of the registration form do not name a day twice, and close it as the record does", () => {
    const listed = ["15 February 2027, cohort 9"];
    expect(offered("2027-02-12", listed)).toEqual(listed);
    expect(offered("2027-02-13", listed)).toEqual([DATE_TO_BE_ANNOUNCED]);
  });

  test("the cohorts of the registration form keep one without a date", () => {
    expect(offered("2030-01-01", ["The evening cohort"])).toEqual(["The evening cohort"]);
  });

  test("the form names the cohort that was last on it while none is open", () => {
    const last = (today: string) => lastCohort(cohortOptions(LISTED, next), today);
    expect(last("2027-02-12")).toBeNull();
    expect(last("2027-02-13")).toBe("15 February 2027");
    expect(lastCohort(cohortOptions(LISTED, { ...next, isConfirmed: false }), "2026-11-21")).toBe(LISTED[0]);
  });

  test("the form says of a cohort how many places are left, shows a full one, and never leaves nothing to choose", () => {
    const options = [
      { text: "cohort 8", closes: "2027-01-10" },
      { text: "cohort 9", closes: null },
    ];
    const choices = (left: Record<string, number>, today = "2027-01-01") =>
      cohortChoices(options, today, left).map(({ value, text, isOver }) => [value, text, isOver]);
    expect(choices({ "cohort 9": 1 })).toEqual([
      ["cohort 8", "cohort 8", false],
      ["cohort 9", "cohort 9 (1 place left)", false],
    ]);
    expect(choices({ "cohort 9": 0 }, "2027-02-01")).toEqual([
      ["cohort 9", "cohort 9 (full)", true],
      [DATE_TO_BE_ANNOUNCED, DATE_TO_BE_ANNOUNCED, false],
    ]);
  });

  test("the next cohort is called in the form as it is listed there, or by its day", () => {
    expect(nameInForm(["15 February 2027, cohort 9"], next)).toBe("15 February 2027, cohort 9");
    expect(nameInForm([], next)).toBe("15 February 2027");
  });

  test("a registration for a cohort without a date promises no day", () => {
    expect(dayInText(DATE_TO_BE_ANNOUNCED)).toBeNull();
  });
});

describe("the day that a text names", () => {
  test.each([
    ["2024-05-27", "2024-05-27"],
    ["27 May 2024, cohort 8", "2024-05-27"],
    ["27th of May, 2024", "2024-05-27"],
    ["May 7, 2024", "2024-05-07"],
    ["cohort 8", null],
  ])("the day that a text names: %s", (text, day) => {
    expect(dayInText(text)).toBe(day);
  });
});
