import type { NotStarted } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import type { PaymentRecord, PricedPayment } from "~/edge/payments/payment-record.ts";
import {
  agreementOn,
  isOwnOrder,
  outdatedPage,
  refuseResolved,
  registerOrder,
} from "~/edge/payments/register-order.ts";
import { refusalOf, refuseIncomplete } from "../check-registration.ts";
import { orderRefusal } from "../cohort-seats.ts";
import { keyRequestedBy, type RequestedKey } from "../start-enrolment.ts";
import { paidAsForm } from "./form-key.ts";

/** What came of an order that a page has sent. */
export type TakenOrder =
  | { readonly type: "refused"; readonly answer: Response }
  /** The day's limits of what strangers store are reached. */
  | { readonly type: "not-kept" }
  /** Stored, for a page that does not wait for the answer. */
  | { readonly type: "kept" }
  /** Stored, and this very request's own. */
  | { readonly type: "own"; readonly payment: PricedPayment; readonly requested: RequestedKey | null };

interface Page {
  readonly request: Request;
  readonly pages: SitePages;
  /** Whether the page charges nothing until it has the answer. Any other one may be charging already, so it is refused less. */
  readonly isWaiting: boolean;
}

/**
 * Checks an order that a page has sent, and stores it at the course record's price. Refused with 422 what must be corrected, with
 * 409 what is paid, being confirmed, offered no more, or another's.
 */
export async function takeOrder(context: AppContext, order: Order, page: Page): Promise<TakenOrder> {
  const { request, pages, isWaiting } = page;
  const agreement = agreementOn(order, context);
  const outdated = outdatedPage(order, agreement, context.prices);
  // A visitor whose page is outdated has nothing to correct in it.
  const incomplete = outdated ? null : await refuseIncomplete(order, context.prices, pages, request);
  const refusal = incomplete ?? (isWaiting ? await refuseUnpayable(context, order, page) : null);
  if (refusal) return refused(refusal);
  const requested = await keyRequestedBy(request);
  const keyDigest = requested?.digest ?? null;
  const counted = { what: "order", whose: visitorKey(request) } as const;
  const payment = await registerOrder(context, order, agreement, { ...counted, keyDigest });
  // Stored even so: a page that does not wait may be charging already.
  if (outdated) return refused(jsonResponse(409, { message: outdated }));
  if (payment === "not-kept") return { type: "not-kept" };
  if (!isWaiting) return { type: "kept" };
  if (!payment || !isOwnOrder(payment, order, keyDigest)) {
    return refused(await refuseForeign(context, payment));
  }
  return { type: "own", payment: { ...payment, expectedMinor: order.charge.minor }, requested };
}

async function refuseUnpayable(
  context: AppContext,
  order: Order,
  { request }: Page,
): Promise<Response | null> {
  const paid = await paidAsForm(request, order, context);
  if (paid) return jsonResponse(409, { code: PAID_BEFORE, ...paid });
  const closed = await orderRefusal(context, order);
  return closed === null ? null : refusalOf({ cohort: closed });
}

const refused = (answer: Response): TakenOrder => ({ type: "refused", answer });

/** Tells whether a reference that somebody else has used is paid, and nothing else of it. */
async function refuseForeign(context: AppContext, payment: PaymentRecord | null): Promise<Response> {
  return (payment && (await refuseResolved(context, payment))) ?? notStarted("reference-used");
}

/** What a visitor reads whose payment the provider or the database did not let start. */
export const NOT_STARTED =
  "We couldn't start the payment. Nothing was charged. Please try again in a minute.";

const PAID_BEFORE: NotStarted = "paid-before";

const REFUSALS = {
  "reference-used": [409, "This payment could not go on. You haven't been charged. Please try again."],
  "not-now": [503, NOT_STARTED],
} as const;

/** The answer to a page whose payment was not started, and which is told by the code what to do. */
export function notStarted(code: Exclude<NotStarted, "paid-before">): Response {
  const [status, message] = REFUSALS[code];
  return jsonResponse(status, { code, message }, { "retry-after": "30" });
}
