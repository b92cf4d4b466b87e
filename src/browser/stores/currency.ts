import { atom, computed } from "nanostores";
import { CURRENCY_KEY, currencyFor, parseCurrencyChoice, paysNairaOnly } from "~/domain/location/location.ts";
import type { Currency } from "~/domain/money/money.ts";
import { $location } from "./location.ts";
import { persistedAtom } from "./persisted-atom.ts";

/** The currency that the visitor chose; null if the country decides. */
export const $currencyChoice = persistedAtom<Currency | null>(CURRENCY_KEY, {
  initial: linkedChoice(),
  encode: (choice) => choice?.toLowerCase() ?? null,
  decode: parseCurrencyChoice,
});

/** The country chosen in the registration form; empty on other pages. */
export const $learnerCountry = atom("");

const $isNairaOnly = computed([$learnerCountry, $location], (country, location) =>
  paysNairaOnly(country || (location?.country_name ?? ""), {
    // The build marks <html> if dollars are not offered in Nigeria.
    dollarsInNigeria: globalThis.document?.documentElement.dataset.dollars === undefined,
  }),
);

export const $currency = computed(
  [$isNairaOnly, $currencyChoice, $location],
  (isNairaOnly, choice, location): Currency => (isNairaOnly ? "NGN" : currencyFor(choice, location)),
);

/** Returns the link's ?currency=, which the page's currency script cannot store if storage is blocked. */
function linkedChoice(): Currency | null {
  if (typeof location === "undefined") return null;
  return parseCurrencyChoice(new URLSearchParams(location.search).get("currency"));
}

/**
 * Syncs `data-currency`, `data-country` and `data-dollars` of <html> with the stores. CSS uses them to show
 * one of two prices, the desktop Enroll link, and the choice of dollars. The page's currency script sets
 * them before the first price.
 */
export function syncRootAttributes(root: HTMLElement): void {
  $currency.subscribe((currency) => {
    root.dataset.currency = currency.toLowerCase();
  });
  $isNairaOnly.subscribe((isNairaOnly) => {
    if (root.dataset.dollars) root.dataset.dollars = isNairaOnly ? "none" : "abroad";
  });
  $location.subscribe((location) => {
    root.dataset.country = location?.country_name ?? "";
  });
}
