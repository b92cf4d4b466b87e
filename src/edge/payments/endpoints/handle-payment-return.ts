import type { Context } from "hono";
import { PAYMENT_PAGE, type ReturnPart } from "~/domain/payments/checkout.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext, EdgeEnv } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { isReceiptDelivered } from "~/edge/mail/learner-mail.ts";
import { filledPage } from "~/edge/pages/fill-page.ts";
import { captureOrder } from "~/edge/payment-lifecycle/capture-order.ts";
import { askStatus } from "~/edge/payment-lifecycle/check-payment.ts";
import { approvalPage } from "~/edge/payments/paypal/paypal-order.ts";
import { mayCheckPayment } from "../ask-limits.ts";
import { receiptNumberOf } from "../paper-store.ts";
import { findPayment } from "../payment-store.ts";

/**
 * Shows the outcome of a payment to a payer who returns from a provider's page: GET, with `?reference=`. A
 * payment that was approved at PayPal is captured first. The page does not say who pays or for what. 200 the
 * outcome · 303 to PayPal if the payer must act there again · 404, 429 and 503 the outcome is unknown.
 */
export async function handlePaymentReturn(c: Context<EdgeEnv>): Promise<Response> {
  const { context, pages } = c.env;
  const request = c.req.raw;
  const reference = c.req.query("reference") ?? "";
  const showPart = (part: ReturnPart, status = 200) =>
    filledPage(pages, request, {
      path: PAYMENT_PAGE,
      status,
      parts: [part],
      texts: isOwnReference(reference) ? { reference } : {},
    });
  if (!isOwnReference(reference)) return showPart("unknown", 404);
  const visitor = visitorKey(request);
  try {
    if (!(await mayCheckPayment(context, reference, visitor))) return await showPart("unknown", 429);
    // A HEAD request, such as a link preview's, must not capture.
    const refusal = request.method === "GET" ? await captureApproved(context, reference) : null;
    if (refusal?.backTo) return Response.redirect(refusal.backTo, 303);
    const reported = await askStatus(context, reference, visitor);
    if (reported?.status === "unpaid" && refusal) return await showPart(refusal.part);
    return await showPart(reported?.status ?? "unknown");
  } catch (error) {
    logError("payment-not-asked", { reference, reason: reasonOf(error) });
    return showPart("unknown", 503);
  }
}

interface CaptureRefusal {
  readonly part: ReturnPart;
  /** PayPal's page, if the payer must act there again. */
  readonly backTo: string | null;
}

/** Captures the order that the payer approved at PayPal. @returns null unless PayPal refused it */
async function captureApproved(context: AppContext, reference: string): Promise<CaptureRefusal | null> {
  const { paypal } = context.providers;
  const payment = await findPayment(context.db, reference);
  const orderId = payment?.providerOrderId;
  if (!paypal || payment?.status !== "unpaid" || !orderId) return null;
  const result = await captureOrder(context, paypal.client, { orderId, reference });
  if (result.type !== "declined") return null;
  const needsPayer = result.reason === "payer-action";
  return {
    part: result.reason === "account" ? "account" : "declined",
    backTo: needsPayer ? approvalPage(await paypal.client.getOrder(orderId)) : null,
  };
}

/** Answers 200 with a `ReportedStatus`, or with "unknown" if it is not known whether the payment was made. */
export async function handlePaymentStatus(c: Context<EdgeEnv, `${string}/:reference`>): Promise<Response> {
  const { context } = c.env;
  const reference = c.req.param("reference");
  if (!isOwnReference(reference)) return jsonResponse(200, { status: "unknown" });
  const reported = await askStatus(context, reference, visitorKey(c.req.raw));
  if (reported?.status !== "paid") return jsonResponse(200, reported ?? { status: "unknown" });
  const receiptNumber = await receiptNumberOf(context.db, reference);
  const isReceiptSent = await isReceiptDelivered(context.db, reference);
  return jsonResponse(200, {
    ...reported,
    ...(receiptNumber && { receiptNumber }),
    ...(isReceiptSent && { isReceiptSent }),
  });
}
