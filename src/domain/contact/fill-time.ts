/** A form is open at least this long before what it holds is sent: programs are faster, people are not. */
export const LEAST_FILL_MS = 2_000;

/** How long the page was open when a form was sent, in milliseconds: a header of the request to the academy's server. */
export const FILL_TIME_HEADER = "Form-Open-Ms";
