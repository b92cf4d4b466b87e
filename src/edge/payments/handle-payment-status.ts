import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { visitorKey } from "~/edge/http/rate-limit.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { hasReceiptLeft } from "~/edge/mail/learner-mail.ts";
import { mayAskOfPayment } from "./may-ask-of-payment.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import { askStanding } from "./payment-standing.ts";

/**
 * Reports a payment's status, asking the provider when it is not known here yet: GET.
 *
 * 200 a `PaymentStanding`, or `{ status: "unknown" }`: not known here, and may have been paid all the same · 405 · 429 too
 * many · 503 the provider or the database gave no answer. Nothing in an answer says who pays, or for what. Never rejects.
 */
export async function handlePaymentStatus(
  request: Request,
  reference: string,
  context: AppContext,
  providers: PaymentProviders,
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return jsonResponse(405, { message: "Only GET is answered here." }, { allow: "GET, HEAD" });
  }
  if (!isOwnReference(reference)) return jsonResponse(200, { status: "unknown" });
  const visitor = visitorKey(request);
  try {
    if (!(await mayAskOfPayment(context, reference, visitor))) {
      return jsonResponse(429, { message: "Please ask again in a minute." }, { "retry-after": "60" });
    }
    const standing = await askStanding(context, providers, reference, visitor);
    if (standing?.status !== "paid") return jsonResponse(200, standing ?? { status: "unknown" });
    const isReceiptSent = await hasReceiptLeft(context.db, reference);
    return jsonResponse(200, isReceiptSent ? { ...standing, isReceiptSent } : standing);
  } catch (error) {
    logError("payment-not-asked", { reference, reason: reasonOf(error) });
    const message = "It could not be found out just now how this payment stands.";
    return jsonResponse(503, { message }, { "retry-after": "30" });
  }
}
