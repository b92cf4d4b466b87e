import { describe, expect, test } from "vitest";
import { cohortOptions } from "~/domain/dates/cohort-options.ts";
import { dayInText } from "~/domain/dates/day-in-text.ts";

describe("the cohorts of the registration form", () => {
  test("the cohorts of the registration form begin with the next one once its day is confirmed", () => {
    expect(cohortOptions(["27 May 2024, cohort 8"], "2027-02-15")).toEqual([
      "15 February 2027",
      "27 May 2024, cohort 8",
    ]);
  });

  test("the cohorts of the registration form are those of the list while the next day is not confirmed", () => {
    expect(cohortOptions(["27 May 2024, cohort 8"], null)).toEqual(["27 May 2024, cohort 8"]);
  });

  test("the cohorts of the registration form do not name a day twice", () => {
    expect(cohortOptions(["15 February 2027, cohort 9"], "2027-02-15")).toEqual([
      "15 February 2027, cohort 9",
    ]);
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
