import type { Currency } from "~/domain/money/money.ts";

/** What is said when the code or the script of a currency's provider does not arrive. */
export const UNREACHABLE_MESSAGES: Record<Currency, string> = {
  NGN: "Unable to load paystack inline script",
  USD: "Failed to load the PayPal JS SDK script.",
};
