/** Pays what is chosen on My enrolment, or has somebody else asked to. The code that pays comes when Pay is pressed. */
import { $paymentRequest, type EndedPayment } from "~/browser/enrolments/enrolment-payment.ts";
import { loadModule } from "~/browser/payments/load-module.ts";
import { ENROLMENT_PAYMENT_EVENT } from "~/domain/enrolment/enrolment-events.ts";
import { type PaymentChoice, paymentChoices } from "~/domain/enrolment/payment-choices.ts";
import type { Currency } from "~/domain/money/money.ts";
import { hideLoadFailed } from "../page-frame/load-failed.ts";
import { part } from "../part.ts";
import { chosenPayment, payForm, root, setPaymentsText } from "./draw-enrolment.ts";
import { show, shown } from "./shown-enrolment.ts";

/** How long a payment that was made may take to show: the edge is asked again after each of these. */
const ASK_AGAIN_MS = [1_000, 3_000, 6_000, 15_000];

export async function payChosen(): Promise<void> {
  const { view } = shown() ?? {};
  const choice = view && chosenPayment(view);
  if (choice) await pay(view.currency, choice, part("[type=submit]", payForm));
}

/** Pays all that is left in the other currency, where the plan has one payment. */
export async function payOtherwise(button: HTMLElement): Promise<void> {
  const { view } = shown() ?? {};
  const all = view && paymentChoices(view.charges).at(-1);
  if (view?.otherwise && all) await pay(view.otherwise.currency, all, button);
}

async function pay(currency: Currency, choice: PaymentChoice, button: HTMLElement): Promise<void> {
  const now = shown();
  if (!now || now.isCopy || button.ariaBusy === "true") return;
  hideLoadFailed();
  setPaymentsText("");
  button.ariaBusy = "true";
  const { access, view } = now;
  const { count, charges } = choice;
  $paymentRequest.set({ access, view, count, charges, currency });
  dispatchEvent(new Event(ENROLMENT_PAYMENT_EVENT));
}

/** What was pressed can be pressed again. */
export function clearBusy(): void {
  for (const button of payForm.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
}

/** Asks for the enrolment's state now, and a few times more while a payment that was made does not show yet. */
export async function showEnded({ reference, hasMoved }: EndedPayment): Promise<void> {
  const { access } = shown() ?? {};
  if (!access) return;
  const isKnown = () => shown()?.view.receipts.some((receipt) => receipt.reference === reference) ?? false;
  hidePayerLink();
  await show(access);
  if (!hasMoved) return;
  for (const pause of ASK_AGAIN_MS) {
    if (isKnown() || shown()?.access.id !== access.id) break;
    setPaymentsText("Your payment will show here in a moment. Please don’t pay again.");
    await new Promise((resolve) => setTimeout(resolve, pause));
    await show(access);
  }
  setPaymentsText(
    isKnown()
      ? "Your payment has been received."
      : "Your payment doesn’t show here yet. Please don’t pay again: check later, or message our team.",
  );
}

/** Makes a link for somebody else to pay what is chosen. */
export async function askPayer(button: HTMLElement): Promise<void> {
  const { access, view } = shown() ?? {};
  const choice = view && chosenPayment(view);
  if (!access || !choice || button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  setPaymentsText("");
  try {
    const { offerPayerLink } = await loadModule(() => import("./payer-link.ts"));
    setPaymentsText((await offerPayerLink(access, choice.count)) ?? "");
  } finally {
    button.ariaBusy = null;
  }
}

/** A link is for what was chosen when it was made: a payment or another choice makes it wrong. */
export function hidePayerLink(): void {
  part("[data-payer]", root).hidden = true;
}
