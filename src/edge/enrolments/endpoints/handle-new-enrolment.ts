import type { StartedCheckout } from "~/domain/payments/checkout.ts";
import { attributionOfRequest } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { Checked } from "~/edge/middleware/request-body.ts";
import type { orderPost } from "~/edge/payments/parse-order.ts";
import type { PricedPayment } from "~/edge/payments/payment-record.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { notStarted } from "~/edge/payments/refusals.ts";
import { refuseResolved } from "~/edge/payments/register-order.ts";
import { startPayment } from "~/edge/payments/start-payment.ts";
import { replaceEarlier, type StartedEnrolment, startEnrolment } from "../start-enrolment.ts";
import { takePageOrder } from "./take-order.ts";

/**
 * Starts an enrolment with the order of its first payment, and at Paystack where this edge has its secret. The same request again,
 * by its `Idempotency-Key`, gets the same transaction, enrolment and key; any other one reads whether it is paid, and nothing else.
 * 201 with what is started and, in `replaced`, what is gone for it; no checkout where the page starts it, no key once it has ended ·
 * 202 stored · 409 not to be charged, paid or being confirmed; with a `code` see `NotStarted` · 422 · 503 not stored: the page may
 * start it itself, unless there is a `code`.
 */
export async function handleNewEnrolment(c: Checked<typeof orderPost>): Promise<Response> {
  const { context, pages } = c.env;
  const request = c.req.raw;
  const { order, page, attribution, earlier } = c.req.valid("json");
  const isStartedHere =
    page !== null && context.providers.paystack !== null && order.charge.currency === "NGN";
  try {
    const taken = await takePageOrder(context, order, { request, pages, isWaiting: page !== null });
    if (taken.type === "refused") return taken.answer;
    if (taken.type === "not-kept") {
      const message = "The order could not be kept just now. It can be paid all the same.";
      return jsonResponse(503, { message }, { "retry-after": "3600" });
    }
    if (taken.type === "kept" || page === null) return jsonResponse(202, { message: "Accepted" });
    const started = await startEnrolment(context, taken.payment, {
      requested: taken.requested,
      attribution: attributionOfRequest(request, attribution),
    });
    const replaced = started.id ? await replaceEarlier(context, started.id, earlier) : [];
    const payment = { ...taken.payment, enrolmentId: started.id };
    if (!isStartedHere) return startedAnswer(payment, { ...started, replaced }, null);
    const payerReturn = { address: new URL(page, request.url), leavesSite: false };
    const start = await startPayment(context, payment, payerReturn);
    if (start.type === "started") return startedAnswer(payment, { ...started, replaced }, start.checkout);
    const resolved = start.type === "resolved" ? await refuseResolved(context, start.payment) : null;
    return resolved ?? notStarted("reference-used");
  } catch (error) {
    const isStored = error instanceof ProviderError;
    const details = { reference: order.reference, reason: reasonOf(error) };
    if (isStored) logError("paystack-checkout-failed", details);
    else logError("order-not-stored", details);
    if (isStartedHere) return notStarted("not-now");
    return jsonResponse(503, { message: "The order could not be kept just now." }, { "retry-after": "30" });
  }
}

/** An enrolment, and the ids of the unpaid ones whose place it has taken. */
type Started = StartedEnrolment & { readonly replaced: readonly string[] };

function startedAnswer(
  { reference, currency, expectedMinor }: PricedPayment,
  started: Started,
  checkout: StartedCheckout | null,
): Response {
  const amount = { currency, minor: expectedMinor };
  return jsonResponse(201, {
    status: "unpaid",
    ...started,
    reference,
    amount,
    checkout,
  });
}
