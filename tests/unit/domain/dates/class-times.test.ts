import { expect, test } from "vitest";
import { type ClassTimes, lagosClassTimes, localClassTimes } from "~/domain/dates/class-times.ts";
import { lagosDay } from "~/domain/dates/day.ts";

const times: ClassTimes = { days: ["Tuesday", "Thursday"], from: "19:00", to: "21:00" };

test("class times are those of the clock in Lagos", () => {
  expect(lagosClassTimes(times)).toBe("Tuesday and Thursday, 19:00 to 21:00");
});

test.each([
  ["London in winter", "2027-02-15", "Europe/London", "Tuesday and Thursday, 18:00 to 20:00"],
  ["New York in winter", "2027-02-15", "America/New_York", "Tuesday and Thursday, 13:00 to 15:00"],
  ["New York in summer", "2027-07-05", "America/New_York", "Tuesday and Thursday, 14:00 to 16:00"],
  ["Nairobi", "2027-02-15", "Africa/Nairobi", "Tuesday and Thursday, 21:00 to 23:00"],
  [
    "Sydney, where it is the next day",
    "2027-02-15",
    "Australia/Sydney",
    "Wednesday and Friday, 05:00 to 07:00",
  ],
])("class times are converted to the clock in %s", (_, day, zone, local) => {
  expect(localClassTimes(times, day, zone)).toBe(local);
});

test.each(["Africa/Lagos", "Africa/Algiers", "Europe/Paris"])(
  "class times are not said twice in %s, whose clock shows the same",
  (zone) => {
    expect(localClassTimes(times, "2027-02-15", zone)).toBeNull();
  },
);

test("in Lagos the new day begins an hour before universal time's", () => {
  expect(lagosDay(new Date("2027-02-12T22:59:59Z"))).toBe("2027-02-12");
  expect(lagosDay(new Date("2027-02-12T23:00:00Z"))).toBe("2027-02-13");
});
