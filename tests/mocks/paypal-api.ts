import { createSign, createVerify, generateKeyPairSync, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { PayPalPurchase } from "../../src/domain/enrolment/paypal-purchase.ts";
import { type Answer, type Asked, type Loopback, serveLoopback } from "./loopback.ts";

/** How the stand-in takes the money for an order; "lost" takes it and hangs up. */
export type CaptureMode = "completed" | "pending" | "declined" | "short" | "lost" | "trouble";

export interface PayPalAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
}

interface StoredOrder {
  id: string;
  status: "CREATED" | "APPROVED" | "COMPLETED";
  request: PayPalPurchase;
  captureMode: CaptureMode;
  capture: { id: string; status: string; amount: { currency_code: string; value: string } } | null;
  /** The request id under which the money was taken. */
  capturedUnder: string | null;
  approvedAt: string | null;
}

const PAYER = {
  name: { given_name: "Grace", surname: "Hopper" },
  email_address: "grace@paypal.example",
  payer_id: "QYR5Z8XDVJNXQ",
};

const refuse = (status: number, name: string, issue = name): Answer => ({
  status,
  json: { name, details: [{ issue }], message: "Refused by the stand-in.", debug_id: randomUUID() },
});

/** What the stand-in signs webhooks with; made once, since making a pair takes long. */
let keyPair: ReturnType<typeof makeKeys> | undefined;
const makeKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Serves the stand-in on the loopback device. @param port 0 for any that is free */
export function startPayPalApi(account: PayPalAccount, port = 0): Promise<Loopback> {
  return serveLoopback(port, paypalApi(account));
}

/**
 * Stands in for api-m.paypal.com: access tokens, orders, captures and the check of a webhook's signature, with the
 * rules that PayPal documents: a request id answers twice alike, an order is captured once and only when approved, and
 * a webhook's signature holds for its bytes as they were sent. Under /stand-in a test plays the payer and PayPal's
 * sending side: POST /stand-in/orders/ID/approve, /stand-in/orders/ID/mode, /stand-in/sign; GET /stand-in/orders.
 * @param newId makes the numbers that PayPal gives
 */
export function paypalApi(
  account: PayPalAccount,
  newId: () => string = randomUUID,
): (asked: Asked) => Answer {
  const orders = new Map<string, StoredOrder>();
  const idsByRequest = new Map<string, string>();
  const basic = `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString("base64")}`;
  let token = newId();
  keyPair ??= makeKeys();
  const keys = keyPair;

  function answer(asked: Asked): Answer {
    const { method, path, headers, text } = asked;
    if (path.startsWith("/stand-in/")) return control(asked);
    if (path === "/v1/oauth2/token" && method === "POST") {
      if (headers.authorization !== basic || text !== "grant_type=client_credentials") {
        return { status: 401, json: { error: "invalid_client" } };
      }
      return { status: 200, json: { access_token: token, token_type: "Bearer", expires_in: 32_400 } };
    }
    if (headers.authorization !== `Bearer ${token}`) return refuse(401, "AUTHENTICATION_FAILURE");
    if (method === "POST" && headers["content-type"] !== "application/json") {
      return refuse(415, "UNSUPPORTED_MEDIA_TYPE");
    }
    if (path === "/v1/notifications/verify-webhook-signature") return verifyWebhook(text);
    if (path === "/v2/checkout/orders" && method === "POST") return create(asked);
    const [, , section, kind, id = "", action] = path.split("/");
    if (section === "payments" && kind === "captures") return showCapture(id);
    const order = orders.get(id);
    if (!order) return refuse(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
    if (action === "capture" && method === "POST") return capture(order, asked);
    return { status: 200, json: shown(order) };
  }

  function create({ text, headers }: Asked): Answer {
    const requestId = String(headers["paypal-request-id"] ?? "");
    const known = idsByRequest.get(requestId);
    if (known) return { status: 200, json: { id: known, status: orders.get(known)?.status } };
    const request: PayPalPurchase = JSON.parse(text);
    const [unit] = request.purchase_units;
    if (request.intent !== "CAPTURE" || !/^\d+\.\d{2}$/.test(unit.amount.value)) {
      return refuse(400, "INVALID_REQUEST", "INVALID_PARAMETER_SYNTAX");
    }
    const id = newId().replaceAll("-", "").slice(0, 17).toUpperCase();
    orders.set(id, {
      id,
      status: "CREATED",
      request,
      captureMode: "completed",
      capture: null,
      capturedUnder: null,
      approvedAt: null,
    });
    if (requestId) idsByRequest.set(requestId, id);
    return { status: 201, json: { id, status: "CREATED", links: [] } };
  }

  function capture(order: StoredOrder, { headers }: Asked): Answer {
    const requestId = String(headers["paypal-request-id"] ?? "");
    if (order.capture && order.capturedUnder === requestId) return { status: 200, json: shown(order) };
    if (order.capture) return refuse(422, "UNPROCESSABLE_ENTITY", "ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return refuse(422, "UNPROCESSABLE_ENTITY", "ORDER_NOT_APPROVED");
    if (order.captureMode === "trouble") return refuse(503, "SERVICE_UNAVAILABLE");
    if (order.captureMode === "declined") {
      return refuse(422, "UNPROCESSABLE_ENTITY", "INSTRUMENT_DECLINED");
    }
    const { amount } = order.request.purchase_units[0];
    order.status = "COMPLETED";
    order.capturedUnder = requestId;
    order.capture = {
      id: `CAP${order.id.slice(0, 14)}`,
      status: order.captureMode === "pending" ? "PENDING" : "COMPLETED",
      amount: order.captureMode === "short" ? { ...amount, value: "0.01" } : amount,
    };
    return order.captureMode === "lost" ? "hang up" : { status: 201, json: shown(order) };
  }

  function showCapture(id: string): Answer {
    const order = [...orders.values()].find((each) => each.capture?.id === id);
    if (!order?.capture) return refuse(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
    return { status: 200, json: shownCapture(order) };
  }

  /** PayPal checks the signature against the event as it stands in the request, byte for byte. */
  function verifyWebhook(text: string): Answer {
    const body: Record<string, string> = JSON.parse(text);
    const raw = text.slice(
      text.indexOf('"webhook_event":') + '"webhook_event":'.length,
      text.lastIndexOf("}"),
    );
    const isOurs = createVerify("RSA-SHA256")
      .update(signedText(body.transmission_id, body.transmission_time, body.webhook_id, raw))
      .verify(keys.publicKey, body.transmission_sig ?? "", "base64");
    const isRight = isOurs && body.webhook_id === account.webhookId && body.auth_algo === "SHA256withRSA";
    return { status: 200, json: { verification_status: isRight ? "SUCCESS" : "FAILURE" } };
  }

  function control({ method, path, text }: Asked): Answer {
    const [, , what, id = "", action] = path.split("/");
    if (what === "orders" && method === "GET") {
      return { status: 200, json: [...orders.values()].map(shown) };
    }
    if (what === "revoke-token") {
      token = newId();
      return { status: 200, json: {} };
    }
    if (what === "sign") return { status: 200, json: headersFor(text) };
    const order = orders.get(id);
    if (!order) return refuse(404, "RESOURCE_NOT_FOUND");
    if (action === "mode") order.captureMode = JSON.parse(text);
    if (action === "approve" && order.status === "CREATED") {
      order.status = "APPROVED";
      order.approvedAt = new Date().toISOString();
    }
    return { status: 200, json: shown(order) };
  }

  function headersFor(raw: string): Record<string, string> {
    const id = newId();
    const time = new Date().toISOString();
    return {
      "content-type": "application/json",
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-stand-in",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": createSign("RSA-SHA256")
        .update(signedText(id, time, account.webhookId, raw))
        .sign(keys.privateKey, "base64"),
    };
  }

  return answer;
}

function signedText(id = "", time = "", webhookId = "", raw = ""): string {
  return `${id}|${time}|${webhookId}|${crc32(raw)}`;
}

function shownCapture({ request, capture }: StoredOrder) {
  const { custom_id, invoice_id } = request.purchase_units[0];
  return { ...capture, custom_id, invoice_id, final_capture: true };
}

function shown(order: StoredOrder) {
  const [unit] = order.request.purchase_units;
  return {
    id: order.id,
    intent: order.request.intent,
    status: order.status,
    ...(order.status !== "CREATED" && { payer: PAYER }),
    ...(order.approvedAt && { update_time: order.approvedAt }),
    purchase_units: [
      {
        reference_id: "default",
        ...unit,
        ...(order.capture && { payments: { captures: [shownCapture(order)] } }),
      },
    ],
  };
}

/** An order as the stand-in shows it. */
export interface ShownOrder {
  readonly id: string;
  readonly status: string;
  readonly purchase_units: readonly [
    PayPalPurchase["purchase_units"][0] & {
      readonly payments?: { readonly captures: readonly { readonly id: string }[] };
    },
  ];
}

/** A test's side of the stand-in: plays the payer, and PayPal where it sends something. */
export function paypalStandIn(origin: string) {
  const post = async (path: string, body: string) => {
    const answer = await fetch(`${origin}/stand-in/${path}`, { method: "POST", body });
    return answer.json();
  };
  return {
    approve: (id: string): Promise<ShownOrder> => post(`orders/${id}/approve`, ""),
    captureAs: (id: string, mode: CaptureMode): Promise<ShownOrder> =>
      post(`orders/${id}/mode`, JSON.stringify(mode)),
    /** The headers that PayPal would send with the body. */
    sign: (rawBody: string): Promise<Record<string, string>> => post("sign", rawBody),
    revokeToken: () => post("revoke-token", ""),
    /** Every order that bears the reference, oldest first. */
    ordersOf: async (reference: string): Promise<ShownOrder[]> => {
      const orders: ShownOrder[] = await (await fetch(`${origin}/stand-in/orders`)).json();
      return orders.filter(({ purchase_units: [unit] }) => unit.custom_id === reference);
    },
  };
}
