import { describe, expect, test } from "vitest";
import { cohortDateLabel, confirmedCohort } from "~/domain/dates/cohort-date.ts";
import { dayOf } from "~/domain/dates/day.ts";

describe("the next cohort's date", () => {
  test.each([
    ["the day before it starts, it is still open", "2024-02-25", "To Be Decided"],
    ["on the day it starts, it is shown", "2024-02-26", "Feb 26, 2024"],
    ["the day after, it is shown", "2024-02-27", "Feb 26, 2024"],
  ])("the next cohort's date: %s", (_, today, label) => {
    expect(cohortDateLabel("2024-02-26", today, false)).toBe(label);
  });

  test("a cohort's date to come is shown once the academy has confirmed it", () => {
    expect(cohortDateLabel("2027-01-04", "2026-11-21", true)).toBe("Jan 4, 2027");
  });

  test("on the last day of a year, a cohort on the first day of the next is still to come", () => {
    expect(cohortDateLabel("2025-01-01", "2024-12-31", false)).toBe("To Be Decided");
  });

  test.each([
    ["confirmed and still to come", "2027-01-04", true, "2027-01-04"],
    ["confirmed and today", "2026-11-21", true, "2026-11-21"],
    ["confirmed and over", "2024-02-26", true, null],
    ["only planned", "2027-01-04", false, null],
  ])(
    "the next cohort's date is in structured data when it is confirmed and to come: %s",
    (_, day, isConfirmed, expected) => {
      expect(confirmedCohort(day, "2026-11-21", isConfirmed)).toBe(expected);
    },
  );

  test.each(["2024-2-26", "26-02-2024", "2024-13-01", "2023-02-29", ""])(
    "%j is refused as a cohort's date: it is no day of the calendar",
    (day) => {
      expect(() => cohortDateLabel(day, "2026-11-21", false)).toThrow(/year-month-day/);
    },
  );

  test("a leap day is a valid cohort date", () => {
    expect(cohortDateLabel("2024-02-29", "2026-11-21", false)).toBe("Feb 29, 2024");
  });

  test("the machine's time zone does not change a cohort's day", () => {
    expect(dayOf(new Date("2024-02-26T23:59:59Z"))).toBe("2024-02-26");
    expect(dayOf(new Date("2024-02-26T23:30:00-05:00"))).toBe("2024-02-27");
  });
});
