import { atom } from "nanostores";
import type { Currency } from "~/domain/money/money.ts";

/** Which price card's button was pressed, and for which currency. */
export interface PayRequest {
  readonly courseId: string;
  readonly planId: string;
  readonly currency: Currency;
}

/** Set by a price card, taken by the pay dialog; null in between. */
export const $payRequest = atom<PayRequest | null>(null);

/** Dispatched on `window` when a price card's button is pressed: the pay dialog's code is loaded then. */
export const PAY_REQUEST_EVENT = "pay-request";
