import { isNigeria } from "~/domain/location/location.ts";
import { $currency } from "./currency.ts";
import { $location } from "./location.ts";

/**
 * Keeps `data-currency` and `data-nigeria` of <html> in step with the stores: CSS shows one of two prices and the
 * desktop Enroll link by them. The first-paint script has set both before anything was drawn.
 */
export function reflectMarket(root: HTMLElement): void {
  $currency.subscribe((currency) => {
    root.dataset.currency = currency.toLowerCase();
  });
  $location.subscribe((location) => {
    root.toggleAttribute("data-nigeria", isNigeria(location));
  });
}
