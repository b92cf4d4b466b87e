/** Dispatched on `window` where Signup's page has more to say than its HTML; hydrates the registration form. */
export const REGISTRATION_EVENT = "registration";
