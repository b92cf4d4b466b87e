/** Wakes the page frame: menu, banner, currency switch, and where the visitor is. Small, because every page pays for it. */

import { parseCurrencyChoice } from "~/domain/location/location.ts";
import { $currency, $currencyChoice } from "~/stores/currency.ts";
import { lookUpLocation } from "~/stores/location.ts";
import { reflectMarket } from "~/stores/market-attributes.ts";

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

// A page built last year still shows this year.
for (const year of document.querySelectorAll("[data-year]")) {
  year.textContent = String(new Date().getFullYear());
}

// An island whose code did not arrive stays as the server drew it; without a word a form would just not answer.
addEventListener("astro:hydration-error", () => find("[data-load-failed]")?.removeAttribute("hidden"));

void settleOutbox();

/** What an earlier visit could not deliver is sent now; a payment whose end nobody saw is pointed out on every page. */
async function settleOutbox(): Promise<void> {
  try {
    if (!localStorage.getItem("outbox")) return;
  } catch {
    return;
  }
  const { deliverOutbox, hasUnsettledPayment } = await import("~/mail/deliver-entry.ts");
  find("[data-unsettled]")?.toggleAttribute(
    "hidden",
    !hasUnsettledPayment() || location.pathname === "/Signup",
  );
  await deliverOutbox();
}
