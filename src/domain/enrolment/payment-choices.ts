import type { Money } from "~/domain/money/money.ts";
import { sum } from "~/domain/money/money.ts";
import { type ChargeStanding, missingOf, unpaidCharges } from "./enrolment-standing.ts";

type Unpaid = Pick<ChargeStanding, "number" | "amount" | "due" | "state" | "paid">;

/** One way to go on paying: the next so many unpaid charges, oldest due first. */
export interface PaymentChoice {
  readonly count: number;
  /** The outstanding amount of them. */
  readonly amount: Money;
  /** Their numbers. */
  readonly charges: readonly number[];
}

/**
 * What can be paid next, the smallest first and all that is left last; empty when everything is paid. What is due on one day
 * is paid together, as the fee and the first payment of the tuition are.
 */
export function paymentChoices(charges: readonly Unpaid[]): PaymentChoice[] {
  const unpaid = unpaidCharges(charges);
  const [first] = unpaid;
  if (!first) return [];
  const least = first.due === null ? 1 : unpaid.filter(({ due }) => due === first.due).length;
  return unpaid.slice(least - 1).map((_, index) => {
    const chosen = unpaid.slice(0, least + index);
    return {
      count: chosen.length,
      amount: sum(first.amount.currency, chosen.map(missingOf)),
      charges: chosen.map(({ number }) => number),
    };
  });
}

/** The smallest choice that pays this many charges, or else all that is left; null when everything is paid. */
export function choiceOf(charges: readonly Unpaid[], count: number): PaymentChoice | null {
  const choices = paymentChoices(charges);
  return choices.find((choice) => choice.count >= count) ?? choices.at(-1) ?? null;
}

/** A choice among others in words: "the next payment", "the next 3 payments", "all that is left". */
export function describeChoice(choice: PaymentChoice, choices: readonly PaymentChoice[]): string {
  if (choice === choices[0]) return "the next payment";
  return choice === choices.at(-1) ? "all that is left" : `the next ${choice.count} payments`;
}
