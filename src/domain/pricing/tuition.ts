import type { DualPrice } from "~/domain/money/money.ts";

/** Whether tuition is announced: a price of zero in both currencies means that it is not, never that it is free. */
export function isAnnounced(price: DualPrice): boolean {
  return price.NGN.minor > 0 || price.USD.minor > 0;
}
