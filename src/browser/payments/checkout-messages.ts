import type { Currency } from "~/domain/money/money.ts";

/** What is said when the code or the script of a currency's provider does not arrive. */
export const UNREACHABLE_MESSAGES: Record<Currency, string> = {
  NGN: "Unable to load paystack inline script",
  USD: "Failed to load the PayPal JS SDK script.",
};

/** For a page from the service worker's cache: its price may be an old one, so nothing is paid there. */
export const SAVED_COPY_MESSAGE =
  "This page is a saved copy, so its price may have changed. Load the page again when the network is back, then pay.";
