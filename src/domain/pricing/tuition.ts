import type { DualPrice } from "../money/money.ts";

/** A price of zero in both currencies stands for tuition that is not announced yet, not for a gift. */
export function isAnnounced(price: DualPrice): boolean {
  return price.NGN.minor > 0 || price.USD.minor > 0;
}
