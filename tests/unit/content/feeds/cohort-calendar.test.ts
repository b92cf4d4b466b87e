import { expect, test } from "vitest";
import { cohortCalendar } from "~/domain/dates/calendar-file.ts";

const file = cohortCalendar({
  academy: "Academy",
  site: new URL("https://academy.example"),
  starts: "2027-02-15",
  closes: "2027-02-12",
  now: new Date("2026-11-21T09:00:00Z"),
});
const lines = file.split("\r\n");

test("the next cohort's calendar holds the last day to register and the first day of class", () => {
  expect(lines.filter((line) => /^(DTSTART|SUMMARY)/.test(line))).toEqual([
    "DTSTART;VALUE=DATE:20270212",
    "SUMMARY:Last day to register at Academy",
    "DTSTART;VALUE=DATE:20270215",
    "SUMMARY:First class at Academy",
  ]);
});

test("each build gives the events of the next cohort the same ids and its own time", () => {
  expect(lines.filter((line) => line === "DTSTAMP:20261121T090000Z")).toHaveLength(2);
  expect(lines.filter((line) => line.startsWith("UID:"))).toEqual([
    "UID:registration-closes-2027-02-12@academy.example",
    "UID:first-class-2027-02-15@academy.example",
  ]);
});
