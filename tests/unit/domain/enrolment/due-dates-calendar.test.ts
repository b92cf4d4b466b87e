import { expect, test } from "vitest";
import { dueDatesCalendar } from "~/domain/enrolment/due-dates-calendar.ts";
import { viewOf } from "../../../fixtures/enrolment-view.ts";

const site = new URL("https://academy.example");
const now = new Date("2026-11-22T13:05:00Z");

test("the calendar of due dates has each payment that is left, on its last day in time, and no other", () => {
  const file = dueDatesCalendar(viewOf(), { academy: "Academy", site, now }).replaceAll("\r\n ", "");
  expect(file.match(/^DTSTART;VALUE=DATE:\d+/gm)).toEqual([
    "DTSTART;VALUE=DATE:20261209",
    "DTSTART;VALUE=DATE:20270109",
    "DTSTART;VALUE=DATE:20270209",
    "DTSTART;VALUE=DATE:20270309",
    "DTSTART;VALUE=DATE:20270409",
  ]);
  expect(file).toContain("SUMMARY:Pay N70\\,000: Tuition\\, payment 2 of 6\\, DevOps Full");
  expect(file).toContain("UID:enr-7kq2m9xa4t-2@academy.example");
  expect(file).not.toContain("Registration fee");
});

test("the calendar of due dates has neither a name nor a key", () => {
  const file = dueDatesCalendar(viewOf(), { academy: "Academy", site, now });
  expect(file).not.toMatch(/Ada|Obi|example\.com|#ENR/);
});
