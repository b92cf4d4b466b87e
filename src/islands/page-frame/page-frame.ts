/**
 * Wakes the page frame: menu, banner, currency switch, where the visitor is, and the islands once the visitor acts.
 * Small, because every page pays for it.
 */

import "./closing-notice.ts";
import "./kept-page.ts";
import "./open-target.ts";
import "./price-buttons.ts";
import "./when-used.ts";
import { parseCurrencyChoice } from "~/domain/location/location.ts";
import { OUTBOX_KEY, readKept, WAITING_MAILS_KEY } from "~/stores/browser-storage.ts";
import { $currency, $currencyChoice } from "~/stores/currency.ts";
import { lookUpLocation } from "~/stores/location.ts";
import { reflectMarket } from "~/stores/market-attributes.ts";
import { wakeIslandsOnTouch } from "./wake-islands.ts";

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);

reflectMarket(document.documentElement);
void lookUpLocation(import.meta.env.PUBLIC_LOCATION_ENDPOINT || "/json");

const menu = find<HTMLButtonElement>("[data-menu]");
const links = find("#bar-links");
menu?.addEventListener("click", () => setMenu(menu.getAttribute("aria-expanded") !== "true"));
links?.addEventListener("click", (event) => {
  if ((event.target as Element).closest("a")) setMenu(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu?.getAttribute("aria-expanded") === "true") {
    setMenu(false);
    menu.focus();
  }
});

function setMenu(isOpen: boolean): void {
  menu?.setAttribute("aria-expanded", String(isOpen));
  links?.classList.toggle("is-open", isOpen);
}

const banner = find("[data-banner]");
const pause = find<HTMLButtonElement>("[data-banner-pause]");
pause?.addEventListener("click", () => {
  pause.setAttribute("aria-pressed", String(banner?.classList.toggle("is-paused") ?? false));
});

const switches = document.querySelectorAll<HTMLButtonElement>("[data-currency-switch] button");
for (const button of switches) {
  button.addEventListener("click", () => $currencyChoice.set(parseCurrencyChoice(button.value)));
}
$currency.subscribe((currency) => {
  for (const button of switches) {
    button.setAttribute("aria-pressed", String(button.value === currency.toLowerCase()));
  }
});

wakeIslandsOnTouch();
settle();
addEventListener("online", settle);

/** What an earlier visit could not deliver is sent now, or when the network is back. */
function settle(): void {
  if (!readKept("localStorage", OUTBOX_KEY) && !readKept("localStorage", WAITING_MAILS_KEY)) return;
  import("../waiting-mail/settle-earlier-visit.ts")
    .then((code) => code.settleEarlierVisit())
    .catch(() => {
      // The code did not arrive: the next page tries again.
    });
}
