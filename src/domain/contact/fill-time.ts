/** Minimum time from page load to submit: a faster one is a program. */
export const MIN_FILL_MS = 2_000;

/** Request header: how long the page was open when the form was submitted, in ms. */
export const FILL_TIME_HEADER = "Form-Open-Ms";
