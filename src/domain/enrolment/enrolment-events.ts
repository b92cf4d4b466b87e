/** Dispatched on `window` when Pay is pressed on My enrolment; it hydrates the pay dialogs. */
export const ENROLMENT_PAYMENT_EVENT = "enrolment-payment";
/** Dispatched on `window` when Signup's form has something to pay, or this browser an earlier payment; hydrates the payment. */
export const SIGNUP_PAYMENT_EVENT = "signup-payment";
