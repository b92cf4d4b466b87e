import { isWithoutEdge, postWithRetries, send, sendUntilDecided } from "~/browser/edge-client/send.ts";
import { orderHeaders } from "~/browser/enrolments/enrolment-access.ts";
import { type CheckoutOutcome, type Payment, refusalIn } from "~/domain/payments/payment-flow.ts";
import { textIn } from "~/domain/text.ts";
import { OrderRefused, type PayPalOrders } from "./paypal-orders.ts";

export const ORDER_TIMEOUT_MS = 15_000;
/** Three attempts of this length end before the checkout stops waiting for its capture. */
const CAPTURE_TIMEOUT_MS = 25_000;
/** The pauses before further attempts to capture. */
const CAPTURE_PAUSES_MS = [300, 600];

const NO_ANSWER = "We couldn't start the payment. Nothing was charged. Please try again in a minute.";

/**
 * Returns orders that the edge creates and captures, at the price in the course record.
 * @param fallback creates them if there is no edge, or the edge has no account at PayPal. It is not used when the edge
 * fails: the visitor gets a message and can try again
 */
export function createEdgeOrders(fallback: PayPalOrders): PayPalOrders {
  /** PayPal's ids of the orders that the edge has created, by our references. */
  const ordersByReference = new Map<string, { readonly id: string }>();
  return {
    create: async (order, actions, startedId) => {
      const previousOrder = ordersByReference.get(order.reference);
      // The order may be resumed, so an abandonment that has not reached the edge is not sent again.
      if (previousOrder) ordersByReference.set(order.reference, { ...previousOrder });
      if (startedId) {
        ordersByReference.set(order.reference, { id: startedId });
        return startedId;
      }
      const response = await send("/prod/paypal/orders", {
        json: { order },
        headers: orderHeaders(order),
        timeoutMs: ORDER_TIMEOUT_MS,
      });
      if (!response) throw new OrderRefused("unreachable", NO_ANSWER);
      const { status, body } = response;
      if (isWithoutEdge(response) || (status === 200 && textIn(body, "orders") === "browser")) {
        ordersByReference.delete(order.reference);
        return fallback.create(order, actions);
      }
      const id = textIn(body, "id");
      if (status === 201 && id) {
        ordersByReference.set(order.reference, { id });
        return id;
      }
      throw refusedBy(status, body);
    },
    capture: async (order, actions) => {
      const id = ordersByReference.get(order.reference)?.id;
      if (!id) return fallback.capture(order, actions);
      const request = { json: {}, timeoutMs: CAPTURE_TIMEOUT_MS };
      const path = `/prod/paypal/orders/${id}/capture`;
      const response = await sendUntilDecided(path, request, CAPTURE_PAUSES_MS);
      if (!response?.ok) return { status: "unconfirmed" };
      const { body } = response;
      const message = textIn(body, "message");
      return textIn(body, "status") === "declined" && message
        ? { status: "declined", message }
        : outcomeIn(body);
    },
    abandon: ({ reference }) => {
      const order = ordersByReference.get(reference);
      // A new attempt at the order replaces its entry.
      const isStillWanted = () => ordersByReference.get(reference) === order;
      if (order) void postWithRetries(`/prod/paypal/orders/${order.id}/abandon`, {}, { isStillWanted });
    },
  };
}

function refusedBy(status: number, body: unknown): OrderRefused {
  const isFinal = status >= 400 && status < 500 && status !== 429;
  const message = textIn(body, "message");
  if (!isFinal) return new OrderRefused("unreachable", NO_ANSWER);
  if (!message) return new OrderRefused("failed", NO_ANSWER);
  if (status !== 409) return new OrderRefused("failed", message, refusalIn(body, message));
  // A refusal has a payment's status only if money has moved.
  const hasMoved = textIn(body, "status") !== null;
  return new OrderRefused("failed", message, hasMoved ? outcomeIn(body) : null);
}

/** Returns the outcome that the edge reports; "unconfirmed" if it cannot be read. */
function outcomeIn(body: unknown): CheckoutOutcome {
  const status = textIn(body, "status");
  if (status === "failed") return { status, message: textIn(body, "message") ?? NO_ANSWER };
  const { payment } = Object(body) as { readonly payment?: Partial<Payment> };
  if (status !== "paid" || !payment?.id) return { status: "unconfirmed" };
  return { status, payment: { id: payment.id, payer: payment.payer ?? null } };
}
