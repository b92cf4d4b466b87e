import { add, CURRENCIES, type Currency, type DualPrice, type Money } from "~/domain/money/money.ts";
import type { PaymentSchedule } from "./payment-plan.ts";

/** A course that can be registered for: its tuition paid at once, and the plans that spread it. */
interface Payable {
  readonly price: DualPrice;
  readonly plans: readonly { readonly schedules: Record<Currency, Pick<PaymentSchedule, "now">> }[];
}

/** What is charged on the day of registration, at least. */
interface FirstPayment {
  /** The smallest first payment of the tuition; zero while tuition is not announced. */
  readonly tuition: DualPrice;
  /** That payment and the registration fee. */
  readonly total: DualPrice;
  /** Whether it is the first of several payments. */
  readonly isInstalment: boolean;
}

/** The smallest sum that registering for a course costs on the day: the fee and the first payment of its tuition. */
export function firstPayment({ price, plans }: Payable, fee: DualPrice): FirstPayment {
  const least = (currency: Currency): Money =>
    plans
      .map(({ schedules }) => schedules[currency].now)
      .reduce((a, b) => (b.minor < a.minor ? b : a), price[currency]);
  const tuition = { NGN: least("NGN"), USD: least("USD") };
  return {
    tuition,
    total: { NGN: add(tuition.NGN, fee.NGN), USD: add(tuition.USD, fee.USD) },
    isInstalment: CURRENCIES.some((currency) => tuition[currency].minor < price[currency].minor),
  };
}
