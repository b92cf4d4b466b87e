import ky from "ky";
import type { CheckoutOutcome, Payer } from "~/domain/payments/payment-flow.ts";
import { textIn } from "~/domain/text.ts";
import { postWithRetries } from "../post-with-retries.ts";
import { orderHeaders } from "../register-order.ts";
import { OrderRefused, type PayPalOrders } from "./paypal-orders.ts";

export const ORDER_TIMEOUT_MS = 15_000;
/** Three tries of this length end before the checkout stops waiting for its capture. */
const CAPTURE_TRY_MS = 25_000;

const NO_ANSWER = "We couldn't start the payment. Nothing was charged. Please try again in a minute.";

/** Statuses of a host that serves files only. */
const NO_ENDPOINT = [404, 405, 501];

/**
 * Orders made and captured by the edge, with the course record's own price.
 * @param fallback makes them where the edge has no account at PayPal, or where a static host has no edge. An edge that
 * fails is no reason for it: the visitor gets a message, and can try again.
 */
export function createEdgeOrders(fallback: PayPalOrders): PayPalOrders {
  /** PayPal's ids of the orders that the edge made, by our reference. */
  const made = new Map<string, { readonly id: string }>();
  return {
    create: async (order, actions, startedId) => {
      const before = made.get(order.reference);
      // This try may go on with the order: an abandonment that did not reach the edge is not sent again meanwhile.
      if (before) made.set(order.reference, { ...before });
      if (startedId) {
        made.set(order.reference, { id: startedId });
        return startedId;
      }
      const { status, body } = await post("/prod/paypal/orders", { order }, orderHeaders(order));
      if (NO_ENDPOINT.includes(status) || (status === 200 && textIn(body, "orders") === "browser")) {
        made.delete(order.reference);
        return fallback.create(order, actions);
      }
      const id = textIn(body, "id");
      if (status === 201 && id) {
        made.set(order.reference, { id });
        return id;
      }
      const isFinal = status >= 400 && status < 500 && status !== 429;
      throw new OrderRefused(
        isFinal ? "failed" : "unreachable",
        (isFinal && textIn(body, "message")) || NO_ANSWER,
        // The edge adds the payment's status where money has moved.
        status === 409 && textIn(body, "status") !== null ? outcomeIn(body) : null,
      );
    },
    capture: async (order, actions) => {
      const id = made.get(order.reference)?.id;
      if (!id) return fallback.capture(order, actions);
      try {
        const answer = await ky.post(new URL(`/prod/paypal/orders/${id}/capture`, location.origin), {
          json: {},
          timeout: CAPTURE_TRY_MS,
          // The edge takes the money once, however often it is asked.
          retry: {
            limit: 2,
            methods: ["post"],
            statusCodes: [429, 500, 502, 503, 504],
            retryOnTimeout: true,
          },
        });
        const body: unknown = await answer.json();
        const message = textIn(body, "message");
        return textIn(body, "status") === "declined" && message
          ? { status: "declined", message }
          : outcomeIn(body);
      } catch {
        return { status: "unconfirmed" };
      }
    },
    abandon: ({ reference }) => {
      const order = made.get(reference);
      // Another try has started since.
      const isStillTrue = () => made.get(reference) === order;
      if (order) void postWithRetries(`/prod/paypal/orders/${order.id}/abandon`, {}, { isStillTrue });
    },
  };
}

/** @throws OrderRefused when there is no answer in time */
async function post(
  path: string,
  json: unknown,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const options = { json, headers, timeout: ORDER_TIMEOUT_MS, retry: 0, throwHttpErrors: false };
  const answer = await ky.post(new URL(path, location.origin), options).catch(() => null);
  if (!answer) throw new OrderRefused("unreachable", NO_ANSWER);
  return { status: answer.status, body: await answer.json().catch(() => null) };
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
