import { isWithoutEdge, postWithRetries, send, sendUntilDecided } from "~/browser/edge-client/send.ts";
import { orderHeaders } from "~/browser/enrolments/enrolment-access.ts";
import { type CheckoutOutcome, type Payer, refusalIn } from "~/domain/payments/payment-flow.ts";
import { textIn } from "~/domain/text.ts";
import { OrderRefused, type PayPalOrders } from "./paypal-orders.ts";

export const ORDER_TIMEOUT_MS = 15_000;
/** Three tries of this length end before the checkout stops waiting for its capture. */
const CAPTURE_TRY_MS = 25_000;
/** The pause before each further try to capture. */
const CAPTURE_PAUSES_MS = [300, 600];

const NO_ANSWER = "We couldn't start the payment. Nothing was charged. Please try again in a minute.";

/**
 * Orders made and captured by the edge, with the course record's own price.
 * @param fallback makes them where the edge has no account at PayPal, or where a static host has no edge. An edge that
 * fails is no reason for it: the visitor gets a message, and can try again.
 */
export function createEdgeOrders(fallback: PayPalOrders): PayPalOrders {
  /** PayPal's ids of the orders that the edge made, by our reference. */
  const ordersByReference = new Map<string, { readonly id: string }>();
  return {
    create: async (order, actions, startedId) => {
      const previousOrder = ordersByReference.get(order.reference);
      // This try may go on with the order: an abandonment that did not reach the edge is not sent again meanwhile.
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
      const capturing = { json: {}, timeoutMs: CAPTURE_TRY_MS };
      const path = `/prod/paypal/orders/${id}/capture`;
      const response = await sendUntilDecided(path, capturing, CAPTURE_PAUSES_MS);
      if (!response?.ok) return { status: "unconfirmed" };
      const { body } = response;
      const message = textIn(body, "message");
      return textIn(body, "status") === "declined" && message
        ? { status: "declined", message }
        : outcomeIn(body);
    },
    abandon: ({ reference }) => {
      const order = ordersByReference.get(reference);
      // Another try has started since.
      const isStillTrue = () => ordersByReference.get(reference) === order;
      if (order) void postWithRetries(`/prod/paypal/orders/${order.id}/abandon`, {}, { isStillTrue });
    },
  };
}

function refusedBy(status: number, body: unknown): OrderRefused {
  const isFinal = status >= 400 && status < 500 && status !== 429;
  const message = textIn(body, "message");
  if (!isFinal) return new OrderRefused("unreachable", NO_ANSWER);
  if (!message) return new OrderRefused("failed", NO_ANSWER);
  if (status !== 409) return new OrderRefused("failed", message, refusalIn(body, message));
  // The edge adds the payment's status where money has moved.
  const isMoved = textIn(body, "status") !== null;
  return new OrderRefused("failed", message, isMoved ? outcomeIn(body) : null);
}

/** The outcome that the edge reports; unconfirmed where it cannot be read. */
function outcomeIn(body: unknown): CheckoutOutcome {
  const status = textIn(body, "status");
  if (status === "failed") return { status, message: textIn(body, "message") ?? NO_ANSWER };
  const payment: unknown = (body as { payment?: unknown } | null)?.payment;
  const id = textIn(payment, "id");
  if (status !== "paid" || !id) return { status: "unconfirmed" };
  return { status, payment: { id, payer: payerIn(payment) } };
}

function payerIn(payment: unknown): Payer | null {
  const payer: unknown = (payment as { payer?: unknown }).payer;
  return payer ? { name: textIn(payer, "name") ?? "", email: textIn(payer, "email") ?? "" } : null;
}
