/** Dispatched on `window` when Pay is pressed on My enrolment; it hydrates the pay dialogs. */
export const ENROLMENT_PAYMENT_EVENT = "enrolment-payment";
