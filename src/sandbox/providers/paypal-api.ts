import type { PayPalPurchase } from "~/domain/payments/checkout.ts";
import { type ApiRequest, type ApiResponse, undocumentedParameter } from "./answer.ts";
import { leftOf, type PayPalBook } from "./paypal-book.ts";
import {
  type CaptureMode,
  reportedTransactions,
  type StoredOrder,
  type StoredRefund,
  shownCapture,
  shownOrder,
  shownRefund,
} from "./paypal-shapes.ts";
import { refundOutcome } from "./refund-outcome.ts";

export interface PayPalOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly now: () => Date;
  readonly newId?: () => string;
  /** The access tokens, each with the time at which it expires. */
  readonly tokens?: Map<string, number>;
  /** Whether PayPal signed a webhook. @param text the body of the verification request */
  readonly isSigned?: (text: string) => boolean;
  /** Whether an invoice number may be paid more than once, which is a setting of the account. */
  readonly takesInvoicesTwice?: boolean;
  readonly refundStatus?: () => "COMPLETED" | "PENDING";
}

/** The stored response to a capture request. */
interface Reply {
  readonly at: Date;
  readonly orderId: string;
  /** `null` if the answer is the order's latest state. */
  readonly refusal: ApiResponse | null;
}

const REPORT = "/v1/reporting/transactions";
/** The parameters of PayPal's report that the site uses. */
const REPORT_QUERY = ["start_date", "end_date", "fields", "page_size", "page"];

const HOUR_MS = 3_600_000;
const TOKEN_LIFE_S = 32_400;
/** The time for which a request id gets the same answer. */
const REPLIES_MS = 6 * HOUR_MS;
/** The time after which the report lists a payment. */
const REPORT_DELAY_MS = 3 * HOUR_MS;
const MAX_REPORT_MS = 31 * 24 * HOUR_MS;

const REFUSED: readonly CaptureMode[] = ["declined", "refused", "failed", "trouble", "limited"];

export const paypalRefusal = (status: number, name: string, issue = name): ApiResponse => ({
  status,
  json: { name, details: [{ issue }] },
});
const NOT_FOUND = paypalRefusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
const unprocessable = (issue: string) => paypalRefusal(422, "UNPROCESSABLE_ENTITY", issue);

/**
 * Replaces api-m.paypal.com: access tokens, orders, captures, refunds, the report of transactions and
 * the check of a webhook's signature. It follows PayPal's documented rules. A request id gets the same
 * answer for six hours, even a decline. An order is captured once, after its approval, and expires after
 * three hours. An invoice is paid once.
 */
export function paypalApi(
  book: PayPalBook,
  {
    clientId,
    clientSecret,
    now,
    newId = () => crypto.randomUUID(),
    tokens = new Map(),
    isSigned = () => false,
    takesInvoicesTwice = false,
    refundStatus = () => "COMPLETED",
  }: PayPalOptions,
): (request: ApiRequest) => ApiResponse {
  const replies = new Map<string, Reply>();
  const basic = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;

  function answer(request: ApiRequest): ApiResponse {
    const { method, path, headers, text } = request;
    if (path === "/v1/oauth2/token" && method === "POST") return grant(request);
    const undocumented = undocumentedParameter(request.search, path === REPORT ? REPORT_QUERY : []);
    if (undocumented) return paypalRefusal(400, "INVALID_REQUEST", `${undocumented} is not published`);
    if (!isAuthorized(headers)) return paypalRefusal(401, "AUTHENTICATION_FAILURE");
    if (method === "POST" && headers.get("content-type") !== "application/json") {
      return paypalRefusal(415, "UNSUPPORTED_MEDIA_TYPE");
    }
    if (path === "/v1/notifications/verify-webhook-signature") {
      return { status: 200, json: { verification_status: isSigned(text) ? "SUCCESS" : "FAILURE" } };
    }
    if (path === REPORT) return report(request);
    if (path === "/v2/checkout/orders" && method === "POST") return create(request);
    const [, , section, kind, id = "", action] = path.split("/");
    if (section === "payments" && kind === "captures") {
      const order = book.findByCapture(id);
      if (!order) return NOT_FOUND;
      return action === "refund" ? refund(order, id, request) : { status: 200, json: shownCapture(order) };
    }
    if (section === "payments" && kind === "refunds")
      return refundAnswer(book.findRefund((refund) => refund.id === id));
    if (action === "capture" && method === "POST") return capture(id, request);
    const order = book.find(id);
    return order ? { status: 200, json: shownOrder(order) } : NOT_FOUND;
  }

  function grant({ headers, text }: ApiRequest): ApiResponse {
    if (headers.get("authorization") !== basic || text !== "grant_type=client_credentials") {
      return { status: 401, json: { error: "invalid_client" } };
    }
    const token = newId();
    tokens.set(token, now().getTime() + TOKEN_LIFE_S * 1000);
    return { status: 200, json: { access_token: token, token_type: "Bearer", expires_in: TOKEN_LIFE_S } };
  }

  function isAuthorized(headers: Headers): boolean {
    const token = headers.get("authorization")?.replace("Bearer ", "") ?? "";
    return now().getTime() < (tokens.get(token) ?? 0);
  }

  const isRemembered = (at: Date) => now().getTime() - at.getTime() < REPLIES_MS;

  function create({ text, headers }: ApiRequest): ApiResponse {
    const requestId = headers.get("paypal-request-id");
    const earlierOrder = requestId && book.findByRequest(requestId);
    if (earlierOrder && isRemembered(new Date(earlierOrder.createdAt))) {
      return { status: 200, json: { id: earlierOrder.id, status: earlierOrder.status } };
    }
    const request: PayPalPurchase = JSON.parse(text);
    const [unit] = request.purchase_units;
    if (request.intent !== "CAPTURE" || !/^\d+\.\d{2}$/.test(unit.amount.value)) {
      return paypalRefusal(400, "INVALID_REQUEST", "INVALID_PARAMETER_SYNTAX");
    }
    if (!takesInvoicesTwice && book.isInvoicePaid(unit.invoice_id))
      return unprocessable("DUPLICATE_INVOICE_ID");
    const order = book.create(request, requestId);
    return { status: 201, json: { id: order.id, status: "CREATED", links: [] } };
  }

  function capture(id: string, { headers }: ApiRequest): ApiResponse {
    const requestId = headers.get("paypal-request-id") ?? "";
    const remember = (refusal: ApiResponse | null) => {
      if (requestId) replies.set(requestId, { at: now(), orderId: id, refusal });
    };
    const earlierReply = replies.get(requestId);
    const repliedOrder =
      earlierReply && isRemembered(earlierReply.at) && book.orders.get(earlierReply.orderId);
    const order = book.find(id);
    if (repliedOrder) {
      if (order) noteStaleReply(order, earlierReply);
      return earlierReply.refusal ?? { status: 200, json: shownOrder(repliedOrder) };
    }
    if (!order) return NOT_FOUND;
    if (order.capture) return unprocessable("ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return unprocessable("ORDER_NOT_APPROVED");
    const issue = /^422 (\w+)$/.exec(order.captureMode)?.[1];
    if (REFUSED.includes(order.captureMode) || issue) order.refusals += 1;
    if (order.captureMode === "trouble") return paypalRefusal(503, "SERVICE_UNAVAILABLE");
    if (order.captureMode === "limited") return paypalRefusal(429, "RATE_LIMIT_REACHED");
    if (!takesInvoicesTwice && book.isInvoicePaid(order.request.purchase_units[0].invoice_id, id)) {
      return unprocessable("DUPLICATE_INVOICE_ID");
    }
    if (order.captureMode === "declined") return refuse("INSTRUMENT_DECLINED");
    if (issue) {
      if (issue === "PAYER_ACTION_REQUIRED") order.status = issue;
      if (issue === "ORDER_COMPLETION_IN_PROGRESS") book.take(order);
      return refuse(issue);
    }
    book.take(order);
    remember(null);
    return order.captureMode === "lost" ? "hang up" : { status: 201, json: shownOrder(order) };

    function refuse(reason: string): ApiResponse {
      const refusal = unprocessable(reason);
      remember(refusal);
      return refusal;
    }
  }

  function noteStaleReply(order: StoredOrder, reply: Reply): void {
    if (order.status !== "APPROVED") return;
    if (reply.orderId !== order.id) order.staleReply = "of another order";
    else if (reply.refusal && order.captureMode === "completed") order.staleReply = "of an earlier try";
  }

  const refundAnswer = (refund: StoredRefund | undefined): ApiResponse =>
    refund ? { status: 201, json: shownRefund(refund) } : NOT_FOUND;

  function refund(order: StoredOrder, captureId: string, { headers, text }: ApiRequest): ApiResponse {
    const requestId = headers.get("paypal-request-id");
    const earlierRefund = requestId && book.findRefund((refund) => refund.requestId === requestId);
    if (earlierRefund) return refundAnswer(earlierRefund);
    const minor = Math.round(Number(JSON.parse(text).amount.value) * 100);
    const outcome = refundOutcome(minor);
    if (outcome === "refused") return unprocessable("REFUND_NOT_ALLOWED");
    if (leftOf(order) === 0) return unprocessable("CAPTURE_FULLY_REFUNDED");
    if (minor > leftOf(order)) return unprocessable("REFUND_AMOUNT_EXCEEDED");
    const status = outcome === "processed" ? refundStatus() : "PENDING";
    const id = book.refund(captureId, minor, { how: "REFUNDED", status, requestId });
    return refundAnswer(book.findRefund((refund) => refund.id === id));
  }

  /** Answers the report of transactions: at most 31 days a call, without the last three hours. */
  function report({ search }: ApiRequest): ApiResponse {
    const [from, to] = ["start_date", "end_date"].map((name) => Date.parse(search.get(name) ?? ""));
    if (from === undefined || to === undefined || !(to - from <= MAX_REPORT_MS)) {
      return paypalRefusal(400, "INVALID_REQUEST");
    }
    const [size, page] = [Number(search.get("page_size") ?? 100), Number(search.get("page") ?? 1)];
    const last = Math.min(to, now().getTime() - REPORT_DELAY_MS);
    const rows = [...book.orders.values()].flatMap(reportedTransactions).filter(({ transaction_info }) => {
      const time = Date.parse(transaction_info.transaction_initiation_date);
      return time >= from && time <= last;
    });
    const json = {
      ...(rows.length > 0 && { transaction_details: rows.slice((page - 1) * size, page * size) }),
      page,
      total_pages: Math.ceil(rows.length / size),
    };
    return { status: 200, json };
  }

  return answer;
}
