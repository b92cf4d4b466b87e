import { wordsVersion } from "~/domain/enrolment/consent.ts";
import type { RegistrationErrors } from "~/domain/enrolment/registration.ts";
import { paysNairaOnly } from "~/domain/location/location.ts";
import { fromMinor } from "~/domain/money/money.ts";
import type { NotStarted, StartedCheckout } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { VOUCHER_PROBLEMS, type VoucherProblem } from "~/domain/pricing/voucher.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { attributionOfRequest, countryFromRequest } from "~/edge/http/request-checks.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { Checked } from "~/edge/middleware/request-body.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import { AccountRefused } from "~/edge/payment-lifecycle/place-order.ts";
import { recordPayment } from "~/edge/payment-lifecycle/record-payment.ts";
import {
  agreementOn,
  type Counted,
  isOwnOrder,
  outdatedPage,
  refuseResolved,
  registerOrder,
} from "~/edge/payment-lifecycle/register-order.ts";
import { startPayment } from "~/edge/payment-lifecycle/start-payment.ts";
import type { orderPost } from "~/edge/payments/parse-order.ts";
import { ownReport } from "~/edge/payments/payment-events.ts";
import type { PaymentRecord, PricedPayment } from "~/edge/payments/payment-record.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { notStarted, REFUSALS, refuse } from "~/edge/payments/refusals.ts";
import { orderErrors, refusalOf } from "../check-registration.ts";
import { orderRefusal } from "../cohort-seats.ts";
import {
  enrolmentKeyFor,
  type RequestedKey,
  replaceEarlier,
  type StartedEnrolment,
  startEnrolment,
} from "../start-enrolment.ts";
import { paidAsForm } from "./form-key.ts";

/**
 * Starts an enrolment with the order of its first payment. The transaction at Paystack starts too if this
 * edge has Paystack's secret. The same request again, by its `Idempotency-Key`, gets the same transaction,
 * enrolment and key. Any other request for that reference learns only whether it is paid.
 * 201: the enrolment, and in `replaced` the unpaid ones that it replaces. `checkout` is `null` if the page
 * starts the payment, `key` if the request had none or its key has ended.
 * 202: stored.
 * 409: paid, being confirmed, or not to be charged; for a `code` see `NotStarted`.
 * 422: to be corrected.
 * 503: not stored. Without a `code` the page may start the payment itself.
 */
export async function handleNewEnrolment(c: Checked<typeof orderPost>): Promise<Response> {
  const { context, pages } = c.env;
  const request = c.req.raw;
  const { order, page, attribution, earlier, words: textsVersion } = c.req.valid("json");
  if (textsVersion && textsVersion !== wordsVersion(context.prices.consentTexts))
    return refuse("words-changed");
  const isStartedHere =
    page !== null && context.providers.paystack !== null && order.charge.currency === "NGN";
  try {
    const taken = await takePageOrder(context, order, { request, pages, isWaiting: page !== null });
    if (taken.type === "refused") return taken.answer;
    if (taken.type === "not-kept") {
      const message = "The order could not be kept just now. It can be paid all the same.";
      return jsonResponse(503, { message }, { "retry-after": "3600" });
    }
    if (taken.type === "stored" || page === null) return jsonResponse(202, { message: "Accepted" });
    const started = await startEnrolment(context, taken.payment, {
      requested: taken.requested,
      attribution: attributionOfRequest(request, attribution),
    });
    if (started.voucherProblem) return refuseVoucher(started.voucherProblem);
    const replaced = started.id ? await replaceEarlier(context, started.id, earlier) : [];
    const payment = { ...taken.payment, enrolmentId: started.id };
    const isFree = payment.provider === "voucher";
    if (isFree) await recordNothingToPay(context, payment);
    if (!isStartedHere || isFree) return startedResponse(payment, { ...started, replaced }, null);
    const payerReturn = { address: new URL(page, request.url), leavesSite: false };
    const start = await startPayment(context, payment, payerReturn);
    if (start.type === "started") return startedResponse(payment, { ...started, replaced }, start.checkout);
    const resolved = start.type === "resolved" ? await refuseResolved(context, start.payment) : null;
    return resolved ?? notStarted("reference-used");
  } catch (error) {
    const details = { reference: order.reference, reason: reasonOf(error) };
    // Providers are asked only about orders that are stored.
    if (error instanceof ProviderError) logError("paystack-checkout-failed", details);
    else logError("order-not-stored", details);
    if (isStartedHere) return notStarted("not-now");
    return jsonResponse(503, { message: "The order could not be kept just now." }, { "retry-after": "30" });
  }
}

/** An enrolment, and the ids of the unpaid enrolments that it replaces. */
type Started = StartedEnrolment & { readonly replaced: readonly string[] };

function startedResponse(
  { reference, currency, expectedMinor, provider }: PricedPayment,
  { id, key, replaced }: Started,
  checkout: StartedCheckout | null,
): Response {
  const amount = { currency, minor: expectedMinor };
  return jsonResponse(201, {
    status: provider === "voucher" ? "paid" : "unpaid",
    id,
    key,
    replaced,
    reference,
    amount,
    checkout,
  });
}

/**
 * Makes the order at PayPal for a first payment, at the course record's price. Never rejects.
 * 201: `{ id }` of PayPal's order.
 * 200: `{ orders: "browser" }`, because this edge has no account or may store no more. The browser makes the
 * order.
 * 409: paid, being confirmed, or not to be charged.
 * 422: to be corrected.
 * 503: try again.
 */
export async function handlePayPalOrder(c: Checked<typeof orderPost>): Promise<Response> {
  const { context, pages } = c.env;
  const request = c.req.raw;
  const { order } = c.req.valid("json");
  if (order.charge.currency !== "USD") {
    return jsonResponse(422, { message: "PayPal takes dollars only." });
  }
  const madeInBrowser = jsonResponse(200, { orders: "browser" });
  if (!context.providers.paypal) return madeInBrowser;
  try {
    const taken = await takePageOrder(context, order, { request, pages, isWaiting: true });
    if (taken.type === "refused") return taken.answer;
    if (taken.type !== "own") return madeInBrowser;
    if (order.voucher !== "" && taken.payment.enrolmentId === null) {
      // The request that was to start the enrolment was lost, and only an enrolment reserves a use of the voucher.
      const { requested, payment } = taken;
      const { voucherProblem } = await startEnrolment(context, payment, { requested, attribution: "" });
      if (voucherProblem) return refuseVoucher(voucherProblem);
    }
    const dialog = { address: new URL(request.url), leavesSite: false };
    const start = await startPayment(context, taken.payment, dialog);
    if (start.type === "resolved") return (await refuseResolved(context, start.payment)) ?? madeInBrowser;
    if (start.type === "reference-used") return notStarted("reference-used");
    const checkout = start.type === "started" ? start.checkout : null;
    return checkout?.provider === "paypal" ? jsonResponse(201, { id: checkout.orderId }) : madeInBrowser;
  } catch (error) {
    if (error instanceof AccountRefused) return jsonResponse(409, { message: error.message });
    logError("paypal-order-failed", { reference: order.reference, reason: reasonOf(error) });
    return refuse("paypal-unreachable");
  }
}

/** The reason for which an order is refused, in words for the visitor. */
export type RefusedOrder =
  /** The messages by the field that the visitor must correct. */
  | { readonly type: "incomplete"; readonly errors: RegistrationErrors }
  /** The page shows a former price or offer, or a currency in which this learner cannot pay. */
  | { readonly type: "outdated"; readonly message: string };

type TakenOrder =
  | RefusedOrder
  /** The day's limits for orders of strangers are reached. */
  | { readonly type: "not-kept" }
  /** `payment` is `null` if the reference is stored with another currency. */
  | { readonly type: "stored"; readonly payment: PaymentRecord | null };

interface OrderSource {
  readonly request: Request;
  readonly pages: SitePages;
  readonly counted: Counted;
  readonly keyDigest: string | null;
  /**
   * Whether a closed or full cohort is ignored, because the visitor was in a checkout before, or may be
   * charged already.
   */
  readonly isLetIn: boolean;
}

/** Checks an order from a form or from a page's script, and stores it at the course record's price. */
export async function takeOrder(
  context: AppContext,
  order: Order,
  { request, pages, counted, keyDigest, isLetIn }: OrderSource,
): Promise<TakenOrder> {
  const { agreement, voucherProblem } = await agreementOn(order, context);
  if (voucherProblem) return { type: "incomplete", errors: { voucher: VOUCHER_PROBLEMS[voucherProblem] } };
  const country = order.learner.country || (countryFromRequest(request)?.country_name ?? "");
  const isNairaOnly = order.charge.currency !== "NGN" && paysNairaOnly(country, context.prices);
  const outdated = isNairaOnly
    ? REFUSALS["naira-only"].message
    : outdatedPage(order, agreement, context.prices);
  // A visitor whose page is outdated has nothing to correct in it.
  const errors = outdated ? {} : await orderErrors(order, context.prices, { pages, request });
  if (Object.keys(errors).length > 0) return { type: "incomplete", errors };
  const closed = isLetIn ? null : await orderRefusal(context, order);
  if (closed) return { type: "incomplete", errors: { cohort: closed } };
  const payment = await registerOrder(context, order, agreement, { ...counted, keyDigest });
  // An outdated order is stored too, because a page that does not wait may be charging already.
  if (outdated !== null) return { type: "outdated", message: outdated };
  return payment === "not-kept" ? { type: "not-kept" } : { type: "stored", payment };
}

/** The outcome of an order that a page's script has sent. */
type TakenPageOrder =
  | { readonly type: "refused"; readonly answer: Response }
  | { readonly type: "not-kept" }
  /** The order is stored. The page does not wait for the answer. */
  | { readonly type: "stored" }
  /** The order is stored, and this request proved with its key that it is its own. */
  | { readonly type: "own"; readonly payment: PricedPayment; readonly requested: RequestedKey | null };

interface Page extends Pick<OrderSource, "request" | "pages"> {
  /**
   * Whether the page charges nothing before the answer. Any other page may be charging already, so less is
   * refused.
   */
  readonly isWaiting: boolean;
}

/**
 * Takes an order that a page's script has sent. Refuses with 422 what the visitor must correct, and with 409
 * an order that is paid, being confirmed, outdated, or somebody else's.
 */
async function takePageOrder(
  context: AppContext,
  order: Order,
  { request, pages, isWaiting }: Page,
): Promise<TakenPageOrder> {
  const paid = isWaiting ? await paidAsForm(request, order, context) : null;
  if (paid) {
    return refused(refuse(paid.status, { code: PAID_BEFORE, reference: paid.reference }));
  }
  const requested = await enrolmentKeyFor(request);
  const keyDigest = requested?.digest ?? null;
  const counted = { limit: "order", countedBy: visitorKey(request) } as const;
  const taken = await takeOrder(context, order, { request, pages, counted, keyDigest, isLetIn: !isWaiting });
  switch (taken.type) {
    case "incomplete":
      return refused(refusalOf(taken.errors));
    case "outdated":
      return refused(jsonResponse(409, { message: taken.message }));
    case "not-kept":
      // An order that is not stored reserves no use of its voucher.
      return order.voucher === "" ? taken : refused(notStarted("not-now"));
  }
  if (!isWaiting) return { type: "stored" };
  const { payment } = taken;
  if (!payment || !isOwnOrder(payment, order, keyDigest))
    return refused(await refuseForeign(context, payment));
  return { type: "own", payment, requested };
}

const PAID_BEFORE: NotStarted = "paid-before";

const refused = (answer: Response): TakenPageOrder => ({ type: "refused", answer });

/** Says whether a reference that somebody else has used is paid, and nothing else about it. */
async function refuseForeign(context: AppContext, payment: PaymentRecord | null): Promise<Response> {
  return (payment && (await refuseResolved(context, payment))) ?? notStarted("reference-used");
}

/** Answers 422 with a message for the form's voucher field. */
function refuseVoucher(problem: VoucherProblem): Response {
  return refusalOf({ voucher: VOUCHER_PROBLEMS[problem] });
}

/** Records a payment of nothing for a voucher that leaves nothing to pay. A repeated call records nothing. */
export async function recordNothingToPay(
  context: AppContext,
  { reference, currency }: PaymentRecord,
): Promise<void> {
  const charged = ownReport("charged", {
    provider: "voucher",
    reference,
    about: reference,
    amount: fromMinor(currency, 0),
    source: "verification",
    now: context.now,
  });
  await recordPayment(context, reference, { reports: [charged] });
}
