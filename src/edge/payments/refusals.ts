import type { NotStarted } from "~/domain/payments/checkout.ts";
import { jsonResponse } from "~/edge/http/responses.ts";

/** The response if no payment is started: its status, and the sentence for the visitor. */
interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The seconds after which the request may be sent again. */
  readonly retryAfter?: number;
}

const PAID: Refusal = { status: 409, message: "This has been paid already. Nothing more was charged." };

export const REFUSALS = {
  paid: PAID,
  "short-paid": PAID,
  refunded: PAID,
  pending: {
    status: 409,
    message: "An earlier payment of this is still being confirmed. Nothing more was charged.",
  },
  withdrawn: {
    status: 409,
    message: "This enrolment has ended, so there's nothing to pay. Questions? Email us.",
  },
  "naira-only": {
    status: 409,
    message: "Learners in Nigeria pay in naira. Nothing was charged. Please choose naira, then try again.",
  },
  "words-changed": {
    status: 409,
    message:
      "What you agree to has changed. Nothing was charged. Please reload the page, read it, then try again.",
  },
  "too-many": {
    status: 429,
    message:
      "You've started this payment many times today. Nothing was charged. Please try again tomorrow, or email us.",
    retryAfter: 3600,
  },
  "reference-used": {
    status: 409,
    message: "This payment could not go on. You haven't been charged. Please try again.",
    retryAfter: 30,
  },
  "not-now": {
    status: 503,
    message: "We couldn't start the payment. Nothing was charged. Please try again in a minute.",
    retryAfter: 30,
  },
  "no-account": {
    status: 503,
    message: "We can't take payments online yet. Message us and we'll register you.",
  },
  "paypal-unreachable": {
    status: 503,
    message: "We couldn't reach PayPal. Nothing was charged. Please try again in a minute.",
    retryAfter: 30,
  },
} satisfies Record<string, Refusal>;

/** Returns the response to a page's script. @param details further fields for the script */
export function refuse(reason: keyof typeof REFUSALS, details: object = {}): Response {
  const { status, message, retryAfter }: Refusal = REFUSALS[reason];
  const headers: Record<string, string> = retryAfter ? { "retry-after": String(retryAfter) } : {};
  return jsonResponse(status, { ...details, message }, headers);
}

/** Returns the response to a page whose payment was not started. The code tells the page what to do next. */
export function notStarted(code: Exclude<NotStarted, "paid-before">): Response {
  return refuse(code, { code });
}
