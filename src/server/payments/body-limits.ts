/** Largest bodies that the payments' endpoints read, in bytes. */

/** A registration's order needs about 3 KB. */
export const MAX_ORDER_BYTES = 32 * 1024;

/** A charge's own log makes Paystack's webhook some ten KB. */
export const MAX_WEBHOOK_BYTES = 256 * 1024;

/** Where an empty object says everything. */
export const MAX_EMPTY_BYTES = 1024;
