import { addDays, DAY_MS, type Day } from "~/domain/dates/day.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import type { DueTerm } from "~/domain/pricing/payment-plan.ts";
import type { ChargeStanding } from "./enrolment-standing.ts";

type Dated = Pick<ChargeStanding, "number" | "due" | "state">;

/**
 * When the charges of a learner who moves to another cohort are due: what is paid stays as it was, later payments of the
 * tuition follow the plan's terms or, where it no longer has any, keep their distance from the first class.
 * @param terms of the payments after the first; null where the plan is not known
 * @returns the charges whose day changes
 */
export function movedCharges(
  charges: readonly Dated[],
  { from, to, terms }: { from: Day | null; to: Day | null; terms: readonly DueTerm[] | null },
): { readonly number: number; readonly due: Day | null }[] {
  return charges
    .filter(({ number, state }) => number >= 2 && state !== "paid")
    .map((charge) => ({ number: charge.number, due: dueAfterMove(charge) }))
    .filter(({ number, due }) => charges.some((each) => each.number === number && each.due !== due));

  function dueAfterMove({ number, due }: Dated): Day | null {
    if (to === null) return null;
    const term = terms?.[number - 2];
    if (term) return dueDay(to, term);
    if (due === null || from === null) return due;
    return addDays(due, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));
  }
}
