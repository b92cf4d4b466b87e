import { add, type Currency, type DualPrice, fromMinor, type Money } from "~/domain/money/money.ts";
import type { RegistrationCourse, RegistrationPlan } from "./course.ts";

/** The note on an amount, by which part of the tuition it includes. */
export const INCLUDES_TUITION = "This includes your tuition. Do not pay it again on the Pricing page.";
export const TUITION_OPEN = "Tuition is announced before class starts. Only the registration fee is due now.";

/** A registration's amount payable now, itemised. */
export interface AmountPayable {
  readonly fee: Money;
  /** The chosen course's price, or its plan's first payment; zero when none is chosen or tuition is not announced. */
  readonly course: Money;
  readonly total: Money;
}

/**
 * The registration fee, and the course's price once one is chosen.
 * @param plan the chosen plan of several payments; null where the price is paid at once
 */
export function amountPayable(
  fee: DualPrice,
  chosen: Pick<RegistrationCourse, "price"> | null,
  plan: RegistrationPlan | null,
  currency: Currency,
): AmountPayable {
  const course = plan?.schedules[currency].now ?? chosen?.price[currency] ?? fromMinor(currency, 0);
  return { fee: fee[currency], course, total: add(fee[currency], course) };
}
