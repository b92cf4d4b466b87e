import { CURRENCIES, type Currency } from "~/domain/money/money.ts";

/** A request to pay, from a price card's button. */
export interface PayRequest {
  readonly courseId: string;
  readonly planId: string;
  readonly currency: Currency;
}

/** Id of the form that the buttons of all price cards belong to: without script they lead to a page that asks for an e-mail. */
export const CARD_FORM = "price-card";

/** A price card in a form: "devops-full/two-installments/NGN". */
export function priceCard({ courseId, planId, currency }: PayRequest): string {
  return `${courseId}/${planId}/${currency}`;
}

/** Reads what {@link priceCard} wrote; null for anything else. */
export function readPriceCard(text: string): PayRequest | null {
  const [courseId = "", planId = "", asked, ...rest] = text.split("/");
  const currency = CURRENCIES.find((each) => each === asked);
  return currency && rest.length === 0 ? { courseId, planId, currency } : null;
}

/** Dispatched on `window` when a price card's button is pressed; it hydrates the pay dialog. */
export const PAY_REQUEST_EVENT = "pay-request";
