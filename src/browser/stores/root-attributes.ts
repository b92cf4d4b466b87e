import { isNigeria } from "~/domain/location/location.ts";
import { $currency } from "./currency.ts";
import { $location } from "./location.ts";

/**
 * Syncs `data-currency` and `data-nigeria` of <html> with the stores: by them CSS shows one of two prices and the desktop
 * Enroll link. The first-paint script has set both before the page was drawn.
 */
export function syncRootAttributes(root: HTMLElement): void {
  $currency.subscribe((currency) => {
    root.dataset.currency = currency.toLowerCase();
  });
  $location.subscribe((location) => {
    root.toggleAttribute("data-nigeria", isNigeria(location));
  });
}
