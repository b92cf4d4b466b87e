import { describe, expect, test } from "vitest";
import { isCohortName } from "~/domain/dates/cohort-name.ts";

describe("a cohort's name", () => {
  test.each([
    "27 May 2024, cohort 8",
    "26 February 2024",
    "27th of May, 2024 (weekends)",
    "2027-02-01, evening class",
    "May 27, 2024 - batch 12",
  ])("may be %j", (name) => {
    expect(isCohortName(name)).toBe(true);
  });

  test.each([
    "Your account is blocked",
    "27 May 2024, call us",
    "0800 123 45 67 89",
    "27 May 2024 www.evil.example",
    "08001234567",
    "cohort ".repeat(10),
  ])("is not %j", (name) => {
    expect(isCohortName(name)).toBe(false);
  });
});
