import { CURRENCIES, formatWithCode, fromMinor } from "./money.ts";

/**
 * "N495,000 NGN"; a currency that the academy does not charge in is shown with two decimals.
 * @param minor in the smallest unit of the currency
 */
export function amountText(currency: string, minor: number): string {
  const own = CURRENCIES.find((each) => each === currency);
  return own ? formatWithCode(fromMinor(own, minor)) : `${(minor / 100).toFixed(2)} ${currency}`;
}
