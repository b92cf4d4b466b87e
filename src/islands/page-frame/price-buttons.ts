import { $payRequest, PAY_REQUEST_EVENT } from "~/stores/pay-request.ts";
import { withdrawLoadFailed } from "./load-failed.ts";
import { wakeIslands } from "./wake-islands.ts";

/** The one pressed last: it alone is answered. */
let pressed: HTMLElement | undefined;

/** A price card's button asks for the pay dialog, whose code is fetched then; until it has come, the button says so. */
addEventListener("click", async ({ target }) => {
  const button = (target as Element).closest<HTMLElement>("[data-pay]");
  if (!button) return;
  const { course = "", plan = "", currencyCode } = button.dataset;
  settle();
  pressed = button;
  button.ariaBusy = "true";
  withdrawLoadFailed();
  $payRequest.set({ courseId: course, planId: plan, currency: currencyCode === "NGN" ? "NGN" : "USD" });
  await wakeIslands();
  dispatchEvent(new Event(PAY_REQUEST_EVENT));
});

// The dialog's code did not arrive, and the page says so: the button may be pressed again.
addEventListener("astro:hydration-error", () => $payRequest.set(null));

$payRequest.listen((request) => request || settle());

function settle(): void {
  pressed?.removeAttribute("aria-busy");
}
