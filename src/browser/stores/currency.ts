import { atom, computed } from "nanostores";
import { CURRENCY_KEY, currencyFor, parseCurrencyChoice, paysNairaOnly } from "~/domain/location/location.ts";
import type { Currency } from "~/domain/money/money.ts";
import { $location } from "./location.ts";
import { persistedAtom } from "./persisted-atom.ts";

/** The currency the visitor chose; null while the country decides. */
export const $currencyChoice = persistedAtom<Currency | null>(CURRENCY_KEY, {
  initial: linkedChoice(),
  encode: (choice) => choice?.toLowerCase() ?? null,
  decode: parseCurrencyChoice,
});

/** The country that is chosen in the registration form; empty on other pages. */
export const $learnerCountry = atom("");

/** Whether the academy takes naira alone from this learner. */
const $isNairaOnly = computed([$learnerCountry, $location], (country, location) =>
  paysNairaOnly(country || (location?.country_name ?? ""), {
    // The build marks <html> where dollars are not for everybody.
    dollarsInNigeria: globalThis.document?.documentElement.dataset.dollars === undefined,
  }),
);

/** The currency of shown prices and of payments. */
export const $currency = computed(
  [$isNairaOnly, $currencyChoice, $location],
  (isNairaOnly, choice, location): Currency => (isNairaOnly ? "NGN" : currencyFor(choice, location)),
);

/** The link's ?currency=. The page's currency script stores it; this is for browsers with blocked storage. */
function linkedChoice(): Currency | null {
  if (typeof location === "undefined") return null;
  return parseCurrencyChoice(new URLSearchParams(location.search).get("currency"));
}

/**
 * Syncs `data-currency`, `data-country` and `data-dollars` of <html> with the stores: by them CSS shows one of two prices, the
 * desktop Enroll link, and the choice of dollars. The page's currency script has set them ahead of the first price.
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
