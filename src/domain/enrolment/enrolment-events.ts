/** Dispatched on `window` when Pay is pressed on My enrolment; it hydrates the pay dialogs. */
export const ENROLMENT_PAYMENT_EVENT = "enrolment-payment";
/** Dispatched on `window` where Signup's page has more to say than its HTML; hydrates the registration form. */
export const REGISTRATION_EVENT = "registration";
