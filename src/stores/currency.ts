import "./safe-storage.ts";
import { persistentAtom } from "@nanostores/persistent";
import { computed } from "nanostores";
import { CURRENCY_KEY, currencyFor, parseCurrencyChoice } from "~/domain/location/location.ts";
import type { Currency } from "~/domain/money/money.ts";
import { $location } from "./location.ts";

/** The currency the visitor chose by hand; null while the country decides. */
export const $currencyChoice = persistentAtom<Currency | null>(CURRENCY_KEY, linkedChoice(), {
  encode: (choice) => choice?.toLowerCase(),
  decode: parseCurrencyChoice,
});

/** The currency prices show in and payments are made in. */
export const $currency = computed([$currencyChoice, $location], currencyFor);

/** What this page's link says; it is kept by the first-paint script, and counts here where nothing can be kept. */
function linkedChoice(): Currency | null {
  if (typeof location === "undefined") return null;
  return parseCurrencyChoice(new URLSearchParams(location.search).get("currency"));
}
