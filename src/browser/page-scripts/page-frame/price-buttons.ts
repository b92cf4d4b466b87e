import { $payRequest } from "~/browser/stores/pay-request.ts";
import { PAY_REQUEST_EVENT, type PayRequest } from "~/domain/pricing/price-cards.ts";
import { hideLoadFailed } from "./load-failed.ts";

/** The button pressed last: only one request is answered. */
let busyButton: HTMLElement | undefined;

/** A price card's button requests the pay dialog and is busy until the dialog's code has loaded. */
addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLElement>("[data-pay]");
  if (!button) return;
  event.preventDefault();
  clearBusy();
  busyButton = button;
  button.ariaBusy = "true";
  hideLoadFailed();
  $payRequest.set(JSON.parse(`${button.dataset.pay}`) as PayRequest);
  dispatchEvent(new Event(PAY_REQUEST_EVENT));
});

// The dialog's code did not load: the button can be pressed again.
addEventListener("astro:hydration-error", () => $payRequest.set(null));

$payRequest.listen((request) => request || clearBusy());

function clearBusy(): void {
  busyButton?.removeAttribute("aria-busy");
}
