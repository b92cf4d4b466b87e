/** The words of the tables, for HTML and text alike. */
import { longDay } from "~/domain/dates/long-day.ts";
import { oneLine } from "./fill-template.ts";
import type { MailChange, MailCharge } from "./learner-mails.ts";

/** By when a charge is to be paid; null for one that is paid. */
export function dueWords({ due, state }: MailCharge): string | null {
  if (state === "paid") return null;
  if (due === null) return "No date yet";
  return `${state === "overdue" ? "Was due on" : "By"} ${longDay(due)}`;
}

/** What something is now, and what it was; null where that is not said. */
export function changeWords({ before, after }: MailChange): { now: string; before: string | null } {
  return {
    now: after === null ? "Changed" : oneLine(after),
    before: before === null ? null : `Before: ${oneLine(before)}`,
  };
}
