import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/json-response.ts";
import { visitorKey } from "~/edge/http/rate-limit.ts";
import { hasReceiptLeft } from "~/edge/mail/learner-mail.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import { askStanding } from "./payment-standing.ts";

/**
 * Reports a payment's status, asking the provider when it is not known here yet: 200 a `PaymentStanding`, or
 * `{ status: "unknown" }`: not known here, and may have been paid all the same. Nothing in an answer says who pays, or for what.
 * @throws ProviderError when the provider gives no answer; any error when the database fails
 */
export async function handlePaymentStatus(
  request: Request,
  reference: string,
  context: AppContext,
  providers: PaymentProviders,
): Promise<Response> {
  if (!isOwnReference(reference)) return jsonResponse(200, { status: "unknown" });
  const standing = await askStanding(context, providers, reference, visitorKey(request));
  if (standing?.status !== "paid") return jsonResponse(200, standing ?? { status: "unknown" });
  const isReceiptSent = await hasReceiptLeft(context.db, reference);
  return jsonResponse(200, isReceiptSent ? { ...standing, isReceiptSent } : standing);
}
