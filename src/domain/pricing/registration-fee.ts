import { add, type Currency, type DualPrice, type Money } from "~/domain/money/money.ts";
import type { Named, PaymentSchedule } from "./payment-plan.ts";

/** A course that can be registered for: its tuition paid at once, and the plans that spread it. */
interface Payable {
  readonly price: DualPrice;
  readonly plans: readonly (Named & { readonly schedules: Record<Currency, Pick<PaymentSchedule, "now">> })[];
}

/** The least that is charged on the day of registration. */
interface FirstPayment {
  /** The first payment of the tuition; zero while tuition is not announced. */
  readonly tuition: DualPrice;
  /** That payment and the registration fee. */
  readonly total: DualPrice;
  /** The plan of several payments that it belongs to; undefined if all tuition is paid at once. */
  readonly planId: string | undefined;
}

/**
 * Returns the smallest sum that registering for a course costs: the fee and the first payment of its
 * tuition. Of the ways to pay, the one with the smallest first payment in naira counts. Links open its plan.
 * @param fee `registrationFee` in content/site.yaml
 */
export function firstPayment({ price, plans }: Payable, fee: DualPrice): FirstPayment {
  const ways = [
    { id: undefined, tuition: price },
    ...plans.map(({ id, schedules }) => ({
      id,
      tuition: { NGN: schedules.NGN.now, USD: schedules.USD.now },
    })),
  ];
  const { id, tuition } = ways.reduce((least, way) =>
    way.tuition.NGN.minor < least.tuition.NGN.minor ? way : least,
  );
  const total = { NGN: add(tuition.NGN, fee.NGN), USD: add(tuition.USD, fee.USD) };
  return { tuition, total, planId: id };
}

/** Returns the smallest sum that holds a slot in any course, in each currency. */
export function slotPrice(courses: readonly Payable[], fee: DualPrice): DualPrice {
  const totals = courses.map((course) => firstPayment(course, fee).total);
  const least = (currency: Currency): Money =>
    totals.map((total) => total[currency]).reduce((a, b) => (b.minor < a.minor ? b : a));
  return { NGN: least("NGN"), USD: least("USD") };
}
