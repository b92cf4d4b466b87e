import { addDays, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { ChargeStanding } from "~/domain/enrolment/enrolment-standing.ts";

/** What a learner is reminded of, and on which day: counted from the due date. */
export const REMINDERS = { "due-soon": -7, due: 0, overdue: 3 } as const;

export type Reminder = keyof typeof REMINDERS;

/** Reminders are sent in the morning, in Lagos. */
const HOUR = 9;

/** When the next reminder of a charge is due; null where no more are due. */
export function nextReminder({ due, state }: Pick<ChargeStanding, "due" | "state">, now: Date): Date | null {
  if (due === null || state === "paid") return null;
  const times = Object.values(REMINDERS).map((days) => lagosTime(addDays(due, days), HOUR));
  return times.find((time) => time > now) ?? null;
}

/**
 * The reminder whose day it is; null on any other day. One that was held up for longer is not sent late, except that a
 * payment is overdue: that stays true, and no other reminder follows.
 */
export function reminderOf({ due }: Pick<ChargeStanding, "due">, now: Date): Reminder | null {
  if (due === null) return null;
  const today = lagosDay(now);
  if (today >= addDays(due, REMINDERS.overdue)) return "overdue";
  const names = Object.keys(REMINDERS) as Reminder[];
  return names.find((name) => addDays(due, REMINDERS[name]) === today) ?? null;
}
