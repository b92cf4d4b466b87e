/** The prices on a page: the currency switch, and the buttons of price cards. */

import { $payRequest, PAY_REQUEST_EVENT } from "~/browser/events.ts";
import { $currency, $currencyChoice } from "~/browser/stores/currency.ts";
import { parseCurrencyChoice } from "~/domain/location/location.ts";
import type { PayRequest } from "~/domain/pricing/price-cards.ts";

const switches = document.querySelectorAll<HTMLButtonElement>(".currency-switch button");
for (const button of switches) {
  button.addEventListener("click", () => $currencyChoice.set(parseCurrencyChoice(button.value)));
}
$currency.subscribe((currency) => {
  for (const button of switches) {
    button.setAttribute("aria-pressed", String(button.value === currency.toLowerCase()));
  }
});

/** The button that was pressed last. Only its request is answered. */
let busyButton: HTMLElement | undefined;
/** The notice that an island's code did not load. Without it a form or button would not react. */
const notice = document.querySelector<HTMLElement>("[data-load-failed]");

/** A price card's button requests the pay dialog and is busy until the dialog's code has loaded. */
addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLElement>("[data-pay]");
  if (!button) return;
  event.preventDefault();
  clearBusy();
  busyButton = button;
  button.setAttribute("aria-busy", "true");
  // Each new attempt hides it, so that a screen reader announces the next failure again.
  if (notice) notice.hidden = true;
  $payRequest.set(JSON.parse(`${button.dataset.pay}`) as PayRequest);
  dispatchEvent(new Event(PAY_REQUEST_EVENT));
});

addEventListener("astro:hydration-error", () => {
  if (notice) notice.hidden = false;
  // The button can be pressed again.
  $payRequest.set(null);
});

$payRequest.listen((request) => {
  if (!request) clearBusy();
});

function clearBusy(): void {
  busyButton?.removeAttribute("aria-busy");
}
