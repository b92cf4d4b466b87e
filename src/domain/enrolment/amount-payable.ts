import { add, type Currency, type DualPrice, fromMinor, type Money } from "../money/money.ts";

/** What a registration costs now, spelled out. */
export interface AmountPayable {
  readonly fee: Money;
  /** The chosen course's price; zero when none is chosen or its tuition is not announced. */
  readonly course: Money;
  readonly total: Money;
}

/** The registration fee, and the course's price once one is chosen. */
export function amountPayable(
  fee: DualPrice,
  coursePrice: DualPrice | null,
  currency: Currency,
): AmountPayable {
  const course = coursePrice?.[currency] ?? fromMinor(currency, 0);
  return { fee: fee[currency], course, total: add(fee[currency], course) };
}
