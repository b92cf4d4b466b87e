import { type Day, dayLabel } from "~/domain/dates/day.ts";
import { counted } from "~/domain/words/counted.ts";
import { lowerFirst } from "~/domain/words/lower-first.ts";
import type { DueTerm } from "./payment-plan.ts";

/** When a payment is due. "now": with what is paid today. null: no day is known yet. */
export type Due = "now" | Day | DueTerm | null;

/**
 * When a payment is due, in the words of every page, mail and print: "Due on Jan 5, 2027", or "Due 1 month after the first
 * class" while the cohort has no date.
 */
export function describeDue(due: Due, { isOverdue = false }: { isOverdue?: boolean } = {}): string {
  if (due === "now") return "Today";
  if (due === null) return "Due date to be confirmed";
  if (typeof due !== "string") return `Due ${counted(due.count, due.unit)} after the first class`;
  return `${isOverdue ? "Was due" : "Due"} on ${dayLabel(due)}`;
}

/** A payment in a list: "N70,000, due on Jan 5, 2027". */
export function describeDuePayment(amount: string, due: Due): string {
  return `${amount}, ${lowerFirst(describeDue(due))}`;
}
