import { type Day, isDay } from "~/domain/dates/day.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { type Currency, fromMinor, type Money, minorOf } from "~/domain/money/money.ts";

/** An amount as somebody types it: "70,000", "N70,000.00"; null when it is none, or nothing. */
export function typedAmount(text: string, currency: Currency): Money | null {
  const minor = minorOf(text.replace(/[\s,₦$N]|NGN|USD/gi, ""));
  return minor === null || minor === 0 ? null : fromMinor(currency, minor);
}

/** What is wrong with a day on which something has happened; null where nothing is. */
export function pastDayProblem(text: string, now: Date): string | null {
  if (!isDay(text)) return "Write the day as year-month-day: 2026-11-23.";
  if (text > lagosDay(now)) return "This day has not come yet.";
  return null;
}

/** Noon of a day in Lagos, ISO 8601 in UTC: nobody writes down the hour of a transfer. */
export function noonOf(day: Day): string {
  return `${day}T11:00:00.000Z`;
}
