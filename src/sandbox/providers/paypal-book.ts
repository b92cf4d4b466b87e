import type { PayPalPurchase } from "~/domain/payments/checkout.ts";
import {
  type CaptureMode,
  type CaptureStatus,
  type DisputeOutcome,
  type PayPalRefundStatus,
  paypalEvent,
  type StoredDispute,
  type StoredOrder,
  type StoredRefund,
  shownCapture,
  shownDispute,
  shownOrder,
  shownRefund,
} from "./paypal-shapes.ts";

export interface BookOptions {
  readonly newId: () => string;
  readonly now: () => Date;
  readonly onEvent: (event: unknown) => void;
  /** Returns the address of the page on which a payer approves an order. */
  readonly pageOf?: (id: string, purchase: PayPalPurchase) => string;
}

/** The life of an unpaid order, and of an approval that was not captured. */
export const ORDER_LIFE_MS = 3 * 3_600_000;

export const HOLDS_MONEY: readonly CaptureStatus[] = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];
const STATUS_BY_MODE: Partial<Record<CaptureMode, CaptureStatus>> = {
  pending: "PENDING",
  refused: "DECLINED",
  failed: "FAILED",
};
const EVENT_BY_STATUS: Partial<Record<CaptureStatus, string>> = {
  COMPLETED: "COMPLETED",
  PENDING: "PENDING",
  DECLINED: "DENIED",
};

export type PayPalBook = ReturnType<typeof paypalBook>;

/** Keeps PayPal's records: orders, the money taken for each, refunds and disputes. */
export function paypalBook({
  newId,
  now,
  onEvent,
  pageOf = (id) => `https://www.paypal.com/checkoutnow?token=${id}`,
}: BookOptions) {
  const orders = new Map<string, StoredOrder>();
  const shortId = () => newId().replaceAll("-", "").slice(0, 17).toUpperCase();
  const notify = (type: string, resource: unknown) =>
    onEvent(paypalEvent(type, resource, { id: newId(), now: now() }));

  function create(request: PayPalPurchase, requestId: string | null): StoredOrder {
    const id = shortId();
    const order: StoredOrder = {
      id,
      status: "CREATED",
      request,
      requestId,
      captureMode: "completed",
      capture: null,
      refunds: [],
      disputes: [],
      createdAt: now().toISOString(),
      approvedAt: null,
      page: pageOf(id, request),
      refusals: 0,
      staleReply: null,
    };
    orders.set(order.id, order);
    return order;
  }

  function isGone({ status, createdAt, approvedAt }: StoredOrder): boolean {
    return status !== "COMPLETED" && now().getTime() - Date.parse(approvedAt ?? createdAt) >= ORDER_LIFE_MS;
  }

  /** Finds an order; `undefined` if it never existed or has expired. */
  function findOrder(id: string): StoredOrder | undefined {
    const order = orders.get(id);
    return order && !isGone(order) ? order : undefined;
  }

  const findByCapture = (id: string) => [...orders.values()].find(({ capture }) => capture?.id === id);

  const findByRequest = (requestId: string) =>
    [...orders.values()].findLast((order) => order.requestId === requestId);

  /** Whether another order has brought money under the same invoice number, or still may. */
  function isInvoicePaid(invoice: string, exceptId = ""): boolean {
    return [...orders.values()].some(
      ({ id, capture, request }) =>
        id !== exceptId &&
        capture !== null &&
        [...HOLDS_MONEY, "PENDING"].includes(capture.status) &&
        request.purchase_units[0].invoice_id === invoice,
    );
  }

  function approve(id: string): boolean {
    const order = findOrder(id);
    if (order?.status !== "CREATED" && order?.status !== "PAYER_ACTION_REQUIRED") return false;
    order.status = "APPROVED";
    order.approvedAt = now().toISOString();
    notify("CHECKOUT.ORDER.APPROVED", shownOrder(order));
    return true;
  }

  function take(order: StoredOrder): void {
    const time = now().toISOString();
    order.status = "COMPLETED";
    order.capture = {
      id: `CAP${order.id.slice(0, 14)}`,
      status: STATUS_BY_MODE[order.captureMode] ?? "COMPLETED",
      minor: order.captureMode === "short" ? 1 : minorOf(order),
      create_time: time,
      update_time: time,
    };
    notifyCapture(order);
  }

  function resolveCapture(captureId: string, status: "COMPLETED" | "DECLINED"): void {
    const order = findByCapture(captureId);
    if (order?.capture?.status !== "PENDING") return;
    order.capture.status = status;
    if (status === "DECLINED") order.refusals += 1;
    order.capture.update_time = now().toISOString();
    notifyCapture(order);
  }

  function notifyCapture(order: StoredOrder): void {
    const type = order.capture && EVENT_BY_STATUS[order.capture.status];
    if (type) notify(`PAYMENT.CAPTURE.${type}`, shownCapture(order));
  }

  /**
   * Refunds at most the remaining money. @param how REVERSED if a bank took it
   * @returns PayPal's id of the refund; `null` if no money remains
   */
  function refund(
    captureId: string,
    minor: number,
    { how, status, requestId = null }: Pick<StoredRefund, "how" | "status"> & { requestId?: string | null },
  ): string | null {
    const order = findByCapture(captureId);
    if (!order?.capture || !HOLDS_MONEY.includes(order.capture.status)) return null;
    const refundedMinor = Math.min(minor, leftOf(order));
    if (refundedMinor <= 0) return null;
    const create_time = now().toISOString();
    const newRefund: StoredRefund = {
      id: shortId(),
      captureId,
      minor: refundedMinor,
      create_time,
      how,
      status,
      requestId,
    };
    order.refunds.push(newRefund);
    notifyRefund(order, newRefund);
    return newRefund.id;
  }

  const findRefund = (isIt: (refund: StoredRefund) => boolean) =>
    [...orders.values()].flatMap(({ refunds }) => refunds).find(isIt);

  function moveRefund(id: string, status: PayPalRefundStatus): void {
    for (const order of orders.values()) {
      const refund = order.refunds.find((candidate) => candidate.id === id);
      if (refund?.status !== "PENDING") continue;
      refund.status = status;
      notifyRefund(order, refund);
    }
  }

  function notifyRefund(order: StoredOrder, refund: StoredRefund): void {
    if (order.capture && refund.status === "COMPLETED") {
      const isAll = returnedIn(order) >= order.capture.minor;
      order.capture.status = isAll ? "REFUNDED" : "PARTIALLY_REFUNDED";
      order.capture.update_time = now().toISOString();
    }
    notify(`PAYMENT.CAPTURE.${refund.how}`, shownRefund(refund));
  }

  function dispute(captureId: string, minor: number): string {
    const order = findByCapture(captureId);
    if (!order?.capture) throw new Error(`There is no capture ${captureId} to dispute.`);
    const time = now().toISOString();
    const newDispute: StoredDispute = {
      id: `PP-D-${shortId()}`,
      captureId,
      minor,
      create_time: time,
      update_time: time,
      outcome: null,
      taken: [],
    };
    order.disputes.push(newDispute);
    notify("CUSTOMER.DISPUTE.CREATED", shownDispute(newDispute));
    return newDispute.id;
  }

  const findDispute = (id: string) =>
    [...orders.values()].flatMap(({ disputes }) => disputes).find((candidate) => candidate.id === id);

  /** Takes the money of a dispute. @param isRefundReported whether PayPal also reports it as a refund */
  function reverse(id: string, { isRefundReported }: { isRefundReported: boolean }): void {
    const dispute = findDispute(id);
    if (!dispute || isTaken(dispute)) return;
    const { captureId, minor, taken } = dispute;
    taken.push({ at: now().toISOString(), isRefund: isRefundReported, backAt: null });
    if (isRefundReported) refund(captureId, minor, { how: "REVERSED", status: "COMPLETED" });
  }

  /** Decides a dispute, even one that was decided otherwise. The money goes to whoever wins. */
  function resolve(id: string, outcome: DisputeOutcome, options: { isRefundReported: boolean }): void {
    const dispute = findDispute(id);
    if (!dispute || dispute.outcome === outcome) return;
    dispute.outcome = outcome;
    dispute.update_time = now().toISOString();
    if (outcome === "RESOLVED_BUYER_FAVOUR") reverse(id, options);
    for (const taking of outcome === "RESOLVED_BUYER_FAVOUR" ? [] : dispute.taken) {
      taking.backAt ??= dispute.update_time;
    }
    notify("CUSTOMER.DISPUTE.RESOLVED", shownDispute(dispute));
  }

  function expire(id: string): void {
    const order = orders.get(id);
    if (order?.status !== "APPROVED" || !isGone(order)) return;
    const { custom_id, invoice_id } = order.request.purchase_units[0];
    const purchase_units = [{ reference_id: "default", custom_id, invoice_id }];
    notify("CHECKOUT.PAYMENT-APPROVAL.REVERSED", { order_id: id, purchase_units });
  }

  return {
    orders,
    create,
    find: findOrder,
    findByCapture,
    findByRequest,
    isInvoicePaid,
    approve,
    take,
    resolveCapture,
    refund,
    findRefund,
    moveRefund,
    dispute,
    reverse,
    resolve,
    expire,
  };
}

function minorOf({ request }: StoredOrder): number {
  return Math.round(Number(request.purchase_units[0].amount.value) * 100);
}

function returnedIn({ refunds }: StoredOrder): number {
  return refunds.reduce((sum, { minor, status }) => (status === "COMPLETED" ? sum + minor : sum), 0);
}

/** Returns all cents that have gone back: refunds and what disputes took, minus what they returned. */
export function goneFrom(order: StoredOrder): number {
  const byDisputes = order.disputes.flatMap(({ minor, taken }) =>
    taken.map(({ isRefund, backAt }) => (isRefund ? 0 : minor) - (backAt ? minor : 0)),
  );
  return byDisputes.reduce((sum, minor) => sum + minor, returnedIn(order));
}

const isTaken = ({ taken }: StoredDispute) => taken.some(({ backAt }) => backAt === null);

/** Returns the cents of a capture that have not gone back and are not about to. */
export function leftOf(order: StoredOrder): number {
  const pending = order.refunds.filter(({ status }) => status === "PENDING");
  const promised = pending.reduce((sum, { minor }) => sum + minor, goneFrom(order));
  return (order.capture?.minor ?? 0) - promised;
}
