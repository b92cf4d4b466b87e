/** Largest bodies that the payments' endpoints read, in bytes. */

/** A registration's order needs about 1 KB, of which JSON may write each character in six. */
export const MAX_ORDER_BYTES = 8 * 1024;

/** What is stored of it: the form's fields, as long as they may be. */
export const MAX_ORDER_TEXT_BYTES = 4 * 1024;

/** A charge's own log makes Paystack's webhook some ten KB. */
export const MAX_WEBHOOK_BYTES = 256 * 1024;

/** For a body that is an empty object. */
export const MAX_EMPTY_BYTES = 1024;
