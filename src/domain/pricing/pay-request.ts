import type { Currency } from "~/domain/money/money.ts";

/** A request to pay, from a price card's button. */
export interface PayRequest {
  readonly courseId: string;
  readonly planId: string;
  readonly currency: Currency;
}

/** Dispatched on `window` when a price card's button is pressed; it hydrates the pay dialog. */
export const PAY_REQUEST_EVENT = "pay-request";
