import { addDays } from "~/domain/dates/day.ts";
import { STAFF } from "../../fixtures/enrolment.ts";
import { REMINDER_DAYS, reminderTime } from "../learner.ts";
import { DAY } from "../trouble.ts";
import type { Ends } from "./ends.ts";
import { bookedEnrolments, perhapsPaidBy, surelyHeldBy } from "./enrolments.ts";

/** All of staff are notified of a late payment on the day on which its learner is. */
export function missingLateLists(ends: Ends): string[] {
  const lists = ends.received.filter(({ subject }) => subject.startsWith("Late payments: "));
  return bookedEnrolments(ends).flatMap((booked) =>
    booked.owed.flatMap(({ due, upTo, number }) => {
      if (due === null || number < 2) return [];
      const time = reminderTime(due, REMINDER_DAYS.overdue);
      const isLate = surelyHeldBy(booked, time) > 0 && perhapsPaidBy(booked, time + DAY) < upTo;
      if (!isLate) return [];
      const told = lists.filter(
        ({ at, html }) => at >= time && at < time + 2 * DAY && html.includes(booked.view.id),
      );
      const staff = new Set(told.map(({ to }) => to)).size;
      return staff === STAFF.length
        ? []
        : [
            `${booked.view.id}: payment ${number} was late on ${addDays(due, 3)}, of which ${staff} of staff were told.`,
          ];
    }),
  );
}
