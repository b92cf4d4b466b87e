/** Dispatched on `window` when this browser holds a tuition payment of an earlier visit; it hydrates what shows its end. */
export const EARLIER_PAYMENT_EVENT = "earlier-payment";
