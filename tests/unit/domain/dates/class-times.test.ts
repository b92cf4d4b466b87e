import { expect, test } from "vitest";
import { type ClassTimes, lagosClassTimes, localClassTimes } from "~/domain/dates/class-times.ts";
import { lagosDay, lagosTimeLabel, localTimeLabel } from "~/domain/dates/day.ts";

const times: ClassTimes = { days: ["Tuesday", "Thursday"], from: "19:00", to: "21:00" };

test("class times are those of the clock in Lagos", () => {
  expect(lagosClassTimes(times)).toBe("Tuesday and Thursday, 19:00 to 21:00");
});

test.each([
  ["London in winter", "2027-02-15", "Europe/London", "Tuesday and Thursday, 18:00 to 20:00"],
  ["New York in winter", "2027-02-15", "America/New_York", "Tuesday and Thursday, 13:00 to 15:00"],
  ["New York in summer", "2027-07-05", "America/New_York", "Tuesday and Thursday, 14:00 to 16:00"],
  ["Nairobi", "2027-02-15", "Africa/Nairobi", "Tuesday and Thursday, 21:00 to 23:00"],
  ["Sydney a day later", "2027-02-15", "Australia/Sydney", "Wednesday and Friday, 05:00 to 07:00"],
])("class times are converted to the clock in %s", (_, day, zone, local) => {
  expect(localClassTimes(times, day, zone)).toBe(local);
});

test.each(["Africa/Lagos", "Africa/Algiers", "Europe/Paris"])(
  "class times are not repeated in %s, whose clock shows the same",
  (zone) => {
    expect(localClassTimes(times, "2027-02-15", zone)).toBeNull();
  },
);

test("in Lagos the new day begins an hour before universal time's", () => {
  expect(lagosDay(new Date("2027-02-12T22:59:59Z"))).toBe("2027-02-12");
  expect(lagosDay(new Date("2027-02-12T23:00:00Z"))).toBe("2027-02-13");
});

test("a time is shown by the clock in Lagos, also if the day there is another", () => {
  expect(lagosTimeLabel(new Date("2026-11-22T09:05:00Z"))).toBe("Nov 22, 2026, 10:05");
  expect(lagosTimeLabel(new Date("2026-12-31T23:30:00Z"))).toBe("Jan 1, 2027, 00:30");
});

test("a time is shown by the clock of the device", () => {
  expect(localTimeLabel(new Date(2026, 10, 22, 7, 8))).toBe("Nov 22, 2026, 07:08");
});
