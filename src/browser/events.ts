/** Events and requests by which a page's scripts start its islands. */

import { atom } from "nanostores";
import type { PayRequest } from "~/domain/pricing/price-cards.ts";

/** Dispatched on an island just before React takes it over. */
export const ISLAND_EVENT = "island-hydrate";

/** Dispatched on `window` if Signup must show more than its HTML does; hydrates the registration form. */
export const REGISTRATION_EVENT = "registration";

/** Dispatched on `window` when a price card's button is pressed; it hydrates the pay dialog. */
export const PAY_REQUEST_EVENT = "pay-request";

/**
 * Dispatched on `window` if this browser holds a tuition payment of an earlier visit; hydrates the part
 * that shows its result.
 */
export const EARLIER_PAYMENT_EVENT = "earlier-payment";

export const $payRequest = atom<PayRequest | null>(null);
