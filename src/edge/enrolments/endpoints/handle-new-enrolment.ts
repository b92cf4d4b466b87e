import type { NotStarted, StartedCheckout } from "~/domain/payments/checkout.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { attributionOfRequest } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import type { OrderPost } from "~/edge/payments/parse-order.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import type { PaymentRecord } from "~/edge/payments/payment-record.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { startCheckout } from "~/edge/payments/paystack/start-checkout.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { isOwnOrder, outdatedPage, refuseResolved, registerOrder } from "~/edge/payments/register-order.ts";
import { refusalOf, refuseIncomplete } from "../check-registration.ts";
import { orderRefusal } from "../cohort-seats.ts";
import { keyRequestedBy, replaceEarlier, type StartedEnrolment, startEnrolment } from "../start-enrolment.ts";
import { paidAsForm } from "./form-key.ts";
import { NOT_STARTED } from "./start-at-provider.ts";

/**
 * Starts an enrolment with the order of its first payment, and at Paystack where this edge has its secret. The same request again,
 * by its `Idempotency-Key`, gets the same transaction, enrolment and key; any other one reads whether it is paid, and nothing else.
 * 201 with what is started and, in `replaced`, what is gone for it; no checkout where the page starts it, no key once it has ended · 202 stored · 409 not to be charged, paid
 * or being confirmed; with a `code` see `NotStarted` · 422 · 503 not stored: the page may start it itself, unless there is a `code`.
 */
export async function handleNewEnrolment(
  request: Request,
  { order, page, attribution, earlier }: OrderPost,
  context: AppContext,
  providers: PaymentProviders,
  pages: SitePages,
): Promise<Response> {
  const { paystack } = providers;
  const isStartedHere = page !== null && paystack !== null && order.charge.currency === "NGN";
  try {
    const incomplete = await refuseIncomplete(order, context.prices, pages, request);
    if (incomplete) return incomplete;
    // A page that names itself waits for the answer, and charges nothing until then.
    const paid = page && (await paidAsForm(request, order, context, providers));
    if (paid) return jsonResponse(409, { code: PAID_BEFORE, ...paid });
    const refusal = page && (await orderRefusal(context, order));
    const refused = refusal && refusalOf({ cohort: refusal });
    if (refused) return refused;
    // Stored even so: a page that does not wait for the answer may be charging already.
    const requested = await keyRequestedBy(request);
    const keyDigest = requested?.digest ?? null;
    const counted = { what: "order", whose: visitorKey(request) } as const;
    const payment = await registerOrder(context, order, { ...counted, keyDigest });
    const outdated = outdatedPage(order, context.prices);
    if (outdated) return jsonResponse(409, { message: outdated });
    if (payment === "not-kept") {
      const message = "The order could not be kept just now. It can be paid all the same.";
      return jsonResponse(503, { message }, { "retry-after": "3600" });
    }
    if (page === null) return jsonResponse(202, { message: "Accepted" });
    if (!payment) return notStarted(409, "reference-used");
    if (!isOwnOrder(payment, order, keyDigest)) {
      return (await refuseResolved(context, payment)) ?? notStarted(409, "reference-used");
    }
    const started = await startEnrolment(context, payment, {
      requested,
      attribution: attributionOfRequest(request, attribution),
    });
    const asked = { ...payment, expectedMinor: order.charge.minor, enrolmentId: started.id };
    const replaced = started.id ? await replaceEarlier(context, started.id, earlier) : [];
    if (!isStartedHere) return startedAnswer(asked, { ...started, replaced }, null);
    const returnTo = new URL(page, request.url);
    return await start(context, paystack.client, asked, { started: { ...started, replaced }, returnTo });
  } catch (error) {
    const isStored = error instanceof ProviderError;
    const details = { reference: order.reference, reason: reasonOf(error) };
    if (isStored) logError("paystack-checkout-failed", details);
    else logError("order-not-stored", details);
    if (isStartedHere) return notStarted(503, "not-now");
    return jsonResponse(503, { message: "The order could not be kept just now." }, { "retry-after": "30" });
  }
}

type Asked = PaymentRecord & { readonly expectedMinor: number };

/** An enrolment, and the ids of the unpaid ones whose place it has taken. */
type Started = StartedEnrolment & { readonly replaced: readonly string[] };

async function start(
  context: AppContext,
  client: Parameters<typeof startCheckout>[1],
  request: Asked,
  { started, returnTo }: { started: Started; returnTo: URL },
): Promise<Response> {
  const resolved = await refuseResolved(context, request);
  if (resolved) return resolved;
  const checkout = await startCheckout(context, client, request, returnTo);
  if (checkout) return startedAnswer(request, started, { provider: "paystack", ...checkout });
  const now = await findPayment(context.db, request.reference);
  return (now && (await refuseResolved(context, now))) ?? notStarted(409, "reference-used");
}

function startedAnswer(
  { reference, currency, expectedMinor }: Asked,
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

const PAID_BEFORE: NotStarted = "paid-before";

const REFUSALS: Record<Exclude<NotStarted, typeof PAID_BEFORE>, string> = {
  "reference-used": "This payment could not go on. You haven't been charged. Please try again.",
  "not-now": NOT_STARTED,
};

function notStarted(status: number, code: keyof typeof REFUSALS): Response {
  return jsonResponse(status, { code, message: REFUSALS[code] }, { "retry-after": "30" });
}
