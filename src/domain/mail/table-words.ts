/** The words of the tables, for HTML and text alike. */
import { describeDue } from "~/domain/pricing/describe-due.ts";
import { oneLine } from "./fill-template.ts";
import type { MailChange, MailCharge } from "./learner-mails.ts";

/** When a charge is to be paid; null for one that is paid. */
export function dueWords({ due, state }: MailCharge): string | null {
  if (state === "paid") return null;
  return describeDue(due, { isOverdue: state === "overdue" });
}

/** What something is now, and what it was; null where that is not said. */
export function changeWords({ before, after }: MailChange): { now: string; before: string | null } {
  return {
    now: after === null ? "Changed" : oneLine(after),
    before: before === null ? null : `Before: ${oneLine(before)}`,
  };
}
