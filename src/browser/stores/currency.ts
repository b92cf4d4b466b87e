import { atom } from "nanostores";
import { CURRENCY_KEY, currencyFor, parseCurrencyChoice } from "~/domain/location/location.ts";
import type { Currency } from "~/domain/money/money.ts";
import { $location } from "./location.ts";
import { persistedAtom } from "./persisted-atom.ts";

/** The currency the visitor chose; null while the country decides. */
export const $currencyChoice = persistedAtom<Currency | null>(CURRENCY_KEY, {
  initial: linkedChoice(),
  encode: (choice) => choice?.toLowerCase() ?? null,
  decode: parseCurrencyChoice,
});

/** The currency of shown prices and of payments. */
export const $currency = atom(current());
$currencyChoice.listen(() => $currency.set(current()));
$location.listen(() => $currency.set(current()));

function current(): Currency {
  return currencyFor($currencyChoice.get(), $location.get());
}

/** The link's ?currency=. The page's currency script stores it; this is for browsers with blocked storage. */
function linkedChoice(): Currency | null {
  if (typeof location === "undefined") return null;
  return parseCurrencyChoice(new URLSearchParams(location.search).get("currency"));
}

/**
 * Syncs `data-currency` and `data-country` of <html> with the stores: by them CSS shows one of two prices and the desktop
 * Enroll link. The page's currency script has set both ahead of the first price.
 */
export function syncRootAttributes(root: HTMLElement): void {
  $currency.subscribe((currency) => {
    root.dataset.currency = currency.toLowerCase();
  });
  $location.subscribe((location) => {
    root.dataset.country = location?.country_name ?? "";
  });
}
