/** Where a provider's own page leads back to, and what that page says. */
import type { PaymentStanding } from "./payment-standing.ts";

/** What the page says: a payment's status, or that nothing is known of it. */
export type ReturnPart = PaymentStanding["status"] | "declined" | "unknown";

/** @param site any address of the site */
export function returnAddress(reference: string, site: string): URL {
  const address = new URL("/prod/payments/return", site);
  address.searchParams.set("reference", reference);
  return address;
}

/** The page with its words. */
export const PAYMENT_PAGE = "/Payment";

/** The part of it that asks for a price card's payer. */
export const CARD_PART = "card";
