/** The form's side of the payment: what the form requests of it, and its code, which is loaded when it is needed. */
import {
  $signupForm,
  $signupPayment,
  $signupRequest,
  type SignupForm,
  type SignupRequest,
} from "~/browser/payments/signup-payment.ts";
import { keysBelow, OUTBOX_KEY } from "~/browser/stores/browser-storage.ts";
import { SIGNUP_PAYMENT_EVENT } from "~/domain/enrolment/enrolment-events.ts";
import { hideLoadFailed } from "../page-frame/load-failed.ts";

/** Fetches the payment's code, once; after a failure, once more. */
export function loadPayment(): void {
  hideLoadFailed();
  dispatchEvent(new Event(SIGNUP_PAYMENT_EVENT));
}

/** Hands an order to the payment. */
export function askPayment(request: SignupRequest): void {
  $signupPayment.set({ step: request.act === "pay" ? "paying" : "asking", problem: null });
  $signupRequest.set(request);
  loadPayment();
}

/** @param onLost called when the code does not load for a request */
export function startPayment(form: SignupForm, onLost: () => void): void {
  $signupForm.set(form);
  addEventListener("astro:hydration-error", ({ target }) => {
    const isAnothers = target instanceof HTMLElement && !target.closest("[data-signup-payment]");
    if (isAnothers || !$signupRequest.get()) return;
    $signupRequest.set(null);
    $signupPayment.set({ step: "open", problem: null });
    onLost();
  });
  lookUpEarlier();
  addEventListener("storage", ({ key }) => {
    if (key === null || key.startsWith(OUTBOX_KEY)) lookUpEarlier();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) lookUpEarlier();
  });
}

/** Looks up a payment of an earlier visit, or of another tab: its state is known before the next one is begun. */
function lookUpEarlier(): void {
  if (keysBelow(OUTBOX_KEY).length === 0) return;
  if ($signupPayment.get().step === "open") $signupPayment.set({ step: "looking", problem: null });
  loadPayment();
}
