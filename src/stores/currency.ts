import { atom } from "nanostores";
import { CURRENCY_KEY, currencyFor, parseCurrencyChoice } from "~/domain/location/location.ts";
import type { Currency } from "~/domain/money/money.ts";
import { $location } from "./location.ts";
import { persistedAtom } from "./persisted-atom.ts";

/** The currency the visitor chose by hand; null while the country decides. */
export const $currencyChoice = persistedAtom<Currency | null>(CURRENCY_KEY, {
  initial: linkedChoice(),
  encode: (choice) => choice?.toLowerCase() ?? null,
  decode: parseCurrencyChoice,
});

/** The currency prices show in and payments are made in. */
export const $currency = atom(current());
$currencyChoice.listen(() => $currency.set(current()));
$location.listen(() => $currency.set(current()));

function current(): Currency {
  return currencyFor($currencyChoice.get(), $location.get());
}

/** What this page's link says; it is kept by the first-paint script, and counts here where nothing can be kept. */
function linkedChoice(): Currency | null {
  if (typeof location === "undefined") return null;
  return parseCurrencyChoice(new URLSearchParams(location.search).get("currency"));
}
