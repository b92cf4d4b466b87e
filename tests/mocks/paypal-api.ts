import { randomUUID } from "node:crypto";
import type { PayPalPurchase } from "../../src/domain/payments/paypal-purchase.ts";
import { type Answer, type Asked, type Loopback, serveLoopback } from "./loopback.ts";
import { type PayPalBook, paypalBook } from "./paypal-book.ts";
import {
  type CaptureMode,
  reportedTransactions,
  type StoredOrder,
  shownCapture,
  shownDispute,
  shownOrder,
} from "./paypal-shapes.ts";
import { paypalSigning } from "./paypal-signing.ts";

export interface PayPalAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
}

export interface PayPalSurroundings {
  /** Makes the numbers that PayPal gives. */
  readonly newId?: () => string;
  readonly now?: () => Date;
  readonly book?: PayPalBook;
  /** Whether an invoice number may be paid more than once: an account can be set so. */
  readonly takesInvoicesTwice?: boolean;
}

/** What was answered under a request id. */
interface Reply {
  readonly at: Date;
  readonly order: StoredOrder;
  /** Null where the order's latest state is the answer. */
  readonly refusal: Answer | null;
}

const HOUR_MS = 3_600_000;
const TOKEN_LIFE_S = 32_400;
/** How long a request id is remembered. */
const REPLIES_MS = 6 * HOUR_MS;
/** A payment is in the report only after this time. */
const REPORT_DELAY_MS = 3 * HOUR_MS;
const MOST_REPORTED_MS = 31 * 24 * HOUR_MS;

const REFUSED: readonly CaptureMode[] = ["declined", "refused", "failed", "trouble", "limited"];

/** An answer with one of PayPal's own words. */
export const paypalRefusal = (status: number, name: string, issue = name): Answer => ({
  status,
  json: { name, details: [{ issue }], message: "Refused by the stand-in.", debug_id: "b1d1f06c7246c" },
});
const NOT_FOUND = paypalRefusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
const unprocessable = (issue: string) => paypalRefusal(422, "UNPROCESSABLE_ENTITY", issue);

/** Serves the stand-in on the loopback device. @param port 0 for any that is free */
export function startPayPalApi(account: PayPalAccount, port = 0, now?: () => Date): Promise<Loopback> {
  return serveLoopback(port, paypalApi(account, { now }));
}

/**
 * Stands in for api-m.paypal.com: access tokens, orders, captures, the report of transactions, disputes, and the check of
 * a webhook's signature, with the rules that PayPal documents: a request id answers alike for six hours, a decline too; an
 * order is captured once, only when approved, and is gone after three hours; an invoice is paid once; a webhook's
 * signature holds for its bytes as they were sent. Under /stand-in a test plays the payer and PayPal's sending side:
 * POST /stand-in/orders/ID/approve, /stand-in/orders/ID/mode, /stand-in/sign; GET /stand-in/orders.
 */
export function paypalApi(
  account: PayPalAccount,
  {
    newId = randomUUID,
    now = () => new Date(),
    book = paypalBook({ newId, now, onEvent: () => undefined }),
    takesInvoicesTwice = false,
  }: PayPalSurroundings = {},
): (asked: Asked) => Answer {
  const replies = new Map<string, Reply>();
  const basic = `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString("base64")}`;
  const tokens = new Map<string, number>();
  const signing = paypalSigning(account.webhookId, now);

  function answer(asked: Asked): Answer {
    const { method, path, headers, text } = asked;
    if (path.startsWith("/stand-in/")) return control(asked);
    if (path === "/v1/oauth2/token" && method === "POST") return grant(asked);
    if (!isAuthorized(headers.authorization)) return paypalRefusal(401, "AUTHENTICATION_FAILURE");
    if (method === "POST" && headers["content-type"] !== "application/json") {
      return paypalRefusal(415, "UNSUPPORTED_MEDIA_TYPE");
    }
    if (path === "/v1/notifications/verify-webhook-signature") {
      return { status: 200, json: { verification_status: signing.isRight(text) ? "SUCCESS" : "FAILURE" } };
    }
    if (path === "/v1/reporting/transactions") return report(asked);
    if (path === "/v1/customer/disputes") return listDisputes();
    if (path === "/v2/checkout/orders" && method === "POST") return create(asked);
    const [, , section, kind, id = "", action] = path.split("/");
    if (section === "payments" && kind === "captures") {
      const order = book.ofCapture(id);
      return order ? { status: 200, json: shownCapture(order) } : NOT_FOUND;
    }
    if (action === "capture" && method === "POST") return capture(id, asked);
    const order = book.find(id);
    return order ? { status: 200, json: shownOrder(order) } : NOT_FOUND;
  }

  function grant({ headers, text }: Asked): Answer {
    if (headers.authorization !== basic || text !== "grant_type=client_credentials") {
      return { status: 401, json: { error: "invalid_client" } };
    }
    const token = newId();
    tokens.set(token, now().getTime() + TOKEN_LIFE_S * 1000);
    return { status: 200, json: { access_token: token, token_type: "Bearer", expires_in: TOKEN_LIFE_S } };
  }

  function isAuthorized(authorization = ""): boolean {
    return now().getTime() < (tokens.get(authorization.replace("Bearer ", "")) ?? 0);
  }

  function replyUnder(key: string): Reply | null {
    const reply = replies.get(key);
    return reply && now().getTime() - reply.at.getTime() < REPLIES_MS ? reply : null;
  }

  function remember(key: string, order: StoredOrder, refusal: Answer | null = null): void {
    if (!key.endsWith(" ")) replies.set(key, { at: now(), order, refusal });
  }

  function create({ text, headers }: Asked): Answer {
    const key = `create ${headers["paypal-request-id"] ?? ""}`;
    const known = replyUnder(key)?.order;
    if (known) return { status: 200, json: { id: known.id, status: known.status } };
    const request: PayPalPurchase = JSON.parse(text);
    const [unit] = request.purchase_units;
    if (request.intent !== "CAPTURE" || !/^\d+\.\d{2}$/.test(unit.amount.value)) {
      return paypalRefusal(400, "INVALID_REQUEST", "INVALID_PARAMETER_SYNTAX");
    }
    if (!takesInvoicesTwice && book.isInvoicePaid(unit.invoice_id))
      return unprocessable("DUPLICATE_INVOICE_ID");
    const order = book.create(request);
    remember(key, order);
    return { status: 201, json: { id: order.id, status: "CREATED", links: [] } };
  }

  function capture(id: string, { headers }: Asked): Answer {
    const key = `capture ${headers["paypal-request-id"] ?? ""}`;
    const known = replyUnder(key);
    if (known) return known.refusal ?? { status: 200, json: shownOrder(known.order) };
    const order = book.find(id);
    if (!order) return NOT_FOUND;
    if (order.capture) return unprocessable("ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return unprocessable("ORDER_NOT_APPROVED");
    if (REFUSED.includes(order.captureMode)) order.refusals += 1;
    if (order.captureMode === "trouble") return paypalRefusal(503, "SERVICE_UNAVAILABLE");
    if (order.captureMode === "limited") return paypalRefusal(429, "RATE_LIMIT_REACHED");
    if (!takesInvoicesTwice && book.isInvoicePaid(order.request.purchase_units[0].invoice_id, id)) {
      return unprocessable("DUPLICATE_INVOICE_ID");
    }
    if (order.captureMode === "declined") {
      const refusal = unprocessable("INSTRUMENT_DECLINED");
      remember(key, order, refusal);
      return refusal;
    }
    book.take(order);
    remember(key, order);
    return order.captureMode === "lost" ? "hang up" : { status: 201, json: shownOrder(order) };
  }

  /** At most 31 days a call, and nothing of the last three hours. */
  function report({ search }: Asked): Answer {
    const [from, to] = ["start_date", "end_date"].map((name) => Date.parse(search.get(name) ?? ""));
    if (from === undefined || to === undefined || !(to - from <= MOST_REPORTED_MS)) {
      return paypalRefusal(400, "INVALID_REQUEST");
    }
    const [size, page] = [Number(search.get("page_size") ?? 100), Number(search.get("page") ?? 1)];
    const last = Math.min(to, now().getTime() - REPORT_DELAY_MS);
    const rows = [...book.orders.values()].flatMap(reportedTransactions).filter(({ transaction_info }) => {
      const time = Date.parse(transaction_info.transaction_initiation_date);
      return time >= from && time <= last;
    });
    const json = {
      transaction_details: rows.slice((page - 1) * size, page * size),
      last_refreshed_datetime: new Date(now().getTime() - REPORT_DELAY_MS).toISOString(),
      page,
      total_items: rows.length,
      total_pages: Math.ceil(rows.length / size),
    };
    return { status: 200, json };
  }

  function listDisputes(): Answer {
    const items = [...book.orders.values()].flatMap(({ disputes }) => disputes).map(shownDispute);
    return { status: 200, json: { items } };
  }

  function control({ method, path, text }: Asked): Answer {
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
    if (!order) return NOT_FOUND;
    if (action === "mode") order.captureMode = JSON.parse(text);
    if (action === "approve") book.approve(id);
    return { status: 200, json: shownOrder(order) };
  }

  return answer;
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
      return orders.filter(({ purchase_units: [unit] }) => unit.invoice_id === reference);
    },
  };
}
