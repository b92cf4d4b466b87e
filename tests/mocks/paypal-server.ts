import { randomUUID } from "node:crypto";
import type { PayPalPurchase } from "../../src/domain/payments/checkout.ts";
import { type ApiRequest, type ApiResponse, providerServer } from "../../src/sandbox/providers/answer.ts";
import { paypalApi } from "../../src/sandbox/providers/paypal-api.ts";
import { paypalBook } from "../../src/sandbox/providers/paypal-book.ts";
import { type CaptureMode, shownOrder } from "../../src/sandbox/providers/paypal-shapes.ts";
import { type Loopback, serveLoopback } from "./loopback.ts";
import { paypalSigning } from "./paypal-signing.ts";

export interface PayPalAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
}

/** Serves PayPal's stand-in on the loopback device. @param port 0 for any that is free */
export function startPayPalApi(account: PayPalAccount, port = 0, now?: () => Date): Promise<Loopback> {
  return serveLoopback(port, paypalServer(account, now));
}

/**
 * Returns PayPal's stand-in. By /stand-in a test plays the payer and PayPal's sending side: POST
 * /stand-in/orders/ID/approve, /stand-in/orders/ID/mode, /stand-in/orders/ID/deny, /stand-in/sign; GET
 * /stand-in/orders.
 */
export function paypalServer({ webhookId, ...account }: PayPalAccount, now = () => new Date()) {
  const book = paypalBook({ newId: randomUUID, now, onEvent: () => undefined });
  const signing = paypalSigning(webhookId, now);
  const tokens = new Map<string, number>();
  const api = paypalApi(book, { ...account, now, tokens, isSigned: signing.isSigned });

  function control({ method, path, text }: ApiRequest): ApiResponse {
    const [, , what, id = "", action] = path.split("/");
    if (what === "orders" && method === "GET") {
      return { status: 200, json: [...book.orders.values()].map(shownOrder) };
    }
    if (what === "revoke-token") {
      tokens.clear();
      return { status: 200, json: {} };
    }
    if (what === "sign") return { status: 200, json: signing.headersFor(text) };
    const order = book.orders.get(id);
    if (!order) return { status: 404, json: {} };
    if (action === "mode") order.captureMode = JSON.parse(text);
    if (action === "approve") book.approve(id);
    if (action === "deny" && order.capture) book.resolveCapture(order.capture.id, "DECLINED");
    return { status: 200, json: shownOrder(order) };
  }

  return providerServer((asked) => (asked.path.startsWith("/stand-in/") ? control(asked) : api(asked)));
}

/** An order in the stand-in's responses. */
export interface ShownOrder {
  readonly id: string;
  readonly status: string;
  readonly purchase_units: readonly [
    PayPalPurchase["purchase_units"][0] & {
      readonly payments?: { readonly captures: readonly { readonly id: string }[] };
    },
  ];
}

/** Returns the client by which a test plays the payer and PayPal's sending side. */
export function paypalStandIn(origin: string) {
  const post = async (path: string, body: string) => {
    const answer = await fetch(`${origin}/stand-in/${path}`, { method: "POST", body });
    return answer.json();
  };
  return {
    approve: (id: string): Promise<ShownOrder> => post(`orders/${id}/approve`, ""),
    captureAs: (id: string, mode: CaptureMode): Promise<ShownOrder> =>
      post(`orders/${id}/mode`, JSON.stringify(mode)),
    /** Refuses a capture that was held back. */
    deny: (id: string): Promise<ShownOrder> => post(`orders/${id}/deny`, ""),
    /** Returns the headers that PayPal would send with the body. */
    sign: (rawBody: string): Promise<Record<string, string>> => post("sign", rawBody),
    revokeToken: () => post("revoke-token", ""),
    /** Returns every order with the reference, oldest first. */
    ordersOf: async (reference: string): Promise<ShownOrder[]> => {
      const orders: ShownOrder[] = await (await fetch(`${origin}/stand-in/orders`)).json();
      return orders.filter(({ purchase_units: [unit] }) => unit.invoice_id === reference);
    },
  };
}
