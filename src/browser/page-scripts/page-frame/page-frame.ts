/**
 * The script of every page: menu, banner, currency switch and location. Every page loads it, so each byte counts.
 */

import "./closing-notice.ts";
import "./bfcache.ts";
import "./price-buttons.ts";
import "./load-after-first-interaction.ts";
import { saveAttribution } from "~/browser/stores/attribution.ts";
import { keysBelow, OUTBOX_KEY, PENDING_MAILS_KEY } from "~/browser/stores/browser-storage.ts";
import { $currency, $currencyChoice } from "~/browser/stores/currency.ts";
import { lookUpLocation } from "~/browser/stores/location.ts";
import { syncRootAttributes } from "~/browser/stores/root-attributes.ts";
import { parseCurrencyChoice } from "~/domain/location/location.ts";
import { EARLIER_PAYMENT_EVENT } from "~/domain/payments/earlier-payment.ts";

const findElement = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);

syncRootAttributes(document.documentElement);
void lookUpLocation(import.meta.env.PUBLIC_LOCATION_ENDPOINT || "/json");

const menu = findElement<HTMLButtonElement>("[data-menu]");
const links = findElement("#bar-links");
menu?.addEventListener("click", () => setMenu(menu.getAttribute("aria-expanded") !== "true"));
links?.addEventListener("click", (event) => {
  if ((event.target as Element).closest("a")) setMenu(false);
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu?.getAttribute("aria-expanded") === "true") {
    setMenu(false);
    menu.focus();
  }
});

function setMenu(isOpen: boolean): void {
  menu?.setAttribute("aria-expanded", String(isOpen));
  links?.classList.toggle("is-open", isOpen);
}

const banner = findElement("[data-banner]");
const pause = findElement<HTMLButtonElement>("[data-banner-pause]");
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

flushStorage();
addEventListener("online", flushStorage);

function showTuition(): void {
  dispatchEvent(new Event(EARLIER_PAYMENT_EVENT));
}

/** Flushes what an earlier visit left in storage, now and when the network is back; without any, no code is loaded. */
function flushStorage(): void {
  if (keysBelow(OUTBOX_KEY).length + keysBelow(PENDING_MAILS_KEY).length === 0) return;
  import("../flush-earlier-visit.ts")
    .then((code) => code.flushEarlierVisit(showTuition))
    .catch(() => {
      // The code did not load: the next page tries again.
    });
}

/** Longer than any link of the academy's. */
const LONGEST_ATTRIBUTION = 300;

// What an academy's own link says ("utm_source=instagram") is kept for the registration that may follow in this tab.
const attribution = location.search.match(/\b(utm_(source|medium|campaign)|ref)=[^&]*/g);
if (attribution) saveAttribution(attribution.join("&").slice(0, LONGEST_ATTRIBUTION));

openTarget();
addEventListener("hashchange", openTarget);

/** Opens the <details> of the address's hash, and those around it: /Faqs#faq-3, /course/advanced#week-5. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.matches("details")) return;
  for (let section = target.closest("details"); section; ) {
    section.open = true;
    section = section.parentElement?.closest("details") ?? null;
  }
  target.scrollIntoView();
}
