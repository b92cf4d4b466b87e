import { CURRENCIES } from "~/domain/money/money.ts";
import type { PayRequest } from "./pay-request.ts";

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
