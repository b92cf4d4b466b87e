import type { RegistrationErrors } from "~/domain/enrolment/registration.ts";
import type { NotStarted } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import type { SitePages } from "~/edge/pages/fill-page.ts";
import type { PaymentRecord, PricedPayment } from "~/edge/payments/payment-record.ts";
import { notStarted, refuse } from "~/edge/payments/refusals.ts";
import {
  agreementOn,
  type Counted,
  isOwnOrder,
  outdatedPage,
  refuseResolved,
  registerOrder,
} from "~/edge/payments/register-order.ts";
import { orderErrors, refusalOf } from "../check-registration.ts";
import { orderRefusal } from "../cohort-seats.ts";
import { keyRequestedBy, type RequestedKey } from "../start-enrolment.ts";
import { paidAsForm } from "./form-key.ts";

/** Why an order is refused, in words for the visitor. */
export type RefusedOrder =
  /** What must be corrected, by field. */
  | { readonly type: "incomplete"; readonly errors: RegistrationErrors }
  /** The page shows another price, or what is offered no more. */
  | { readonly type: "outdated"; readonly message: string };

type TakenOrder =
  | RefusedOrder
  /** The day's limits of what strangers store are reached. */
  | { readonly type: "not-kept" }
  /** `payment` is `null` where the reference is another currency's. */
  | { readonly type: "stored"; readonly payment: PaymentRecord | null };

interface OrderSource {
  readonly request: Request;
  readonly pages: SitePages;
  readonly counted: Counted;
  readonly keyDigest: string | null;
  /** Whether a closed or full cohort refuses the order no more: the visitor was let into a checkout, or may be charged already. */
  readonly isLetIn: boolean;
}

/** Checks an order, from a form and from a page's script, and stores it at the course record's price. */
export async function takeOrder(
  context: AppContext,
  order: Order,
  { request, pages, counted, keyDigest, isLetIn }: OrderSource,
): Promise<TakenOrder> {
  const agreement = agreementOn(order, context);
  const outdated = outdatedPage(order, agreement, context.prices);
  // A visitor whose page is outdated has nothing to correct in it.
  const errors = outdated ? {} : await orderErrors(order, context.prices, { pages, request });
  if (Object.keys(errors).length > 0) return { type: "incomplete", errors };
  const closed = isLetIn ? null : await orderRefusal(context, order);
  if (closed) return { type: "incomplete", errors: { cohort: closed } };
  const payment = await registerOrder(context, order, agreement, { ...counted, keyDigest });
  // Stored even so: a page that does not wait may be charging already.
  if (outdated !== null) return { type: "outdated", message: outdated };
  return payment === "not-kept" ? { type: "not-kept" } : { type: "stored", payment };
}

/** What came of an order that a page's script has sent. */
type TakenPageOrder =
  | { readonly type: "refused"; readonly answer: Response }
  | { readonly type: "not-kept" }
  /** Stored, for a page that does not wait for the answer. */
  | { readonly type: "kept" }
  /** Stored, and this very request's own. */
  | { readonly type: "own"; readonly payment: PricedPayment; readonly requested: RequestedKey | null };

interface Page extends Pick<OrderSource, "request" | "pages"> {
  /** Whether the page charges nothing until it has the answer. Any other one may be charging already, so it is refused less. */
  readonly isWaiting: boolean;
}

/**
 * Takes an order that a page's script has sent. Refused with 422 what must be corrected, with 409 what is paid, being confirmed,
 * offered no more, or another's.
 */
export async function takePageOrder(
  context: AppContext,
  order: Order,
  { request, pages, isWaiting }: Page,
): Promise<TakenPageOrder> {
  const paid = isWaiting ? await paidAsForm(request, order, context) : null;
  if (paid) {
    return refused(refuse(paid.status, { code: PAID_BEFORE, reference: paid.reference }));
  }
  const requested = await keyRequestedBy(request);
  const keyDigest = requested?.digest ?? null;
  const counted = { what: "order", whose: visitorKey(request) } as const;
  const taken = await takeOrder(context, order, { request, pages, counted, keyDigest, isLetIn: !isWaiting });
  switch (taken.type) {
    case "incomplete":
      return refused(refusalOf(taken.errors));
    case "outdated":
      return refused(jsonResponse(409, { message: taken.message }));
    case "not-kept":
      return taken;
  }
  if (!isWaiting) return { type: "kept" };
  const { payment } = taken;
  if (!payment || !isOwnOrder(payment, order, keyDigest))
    return refused(await refuseForeign(context, payment));
  return { type: "own", payment: { ...payment, expectedMinor: order.charge.minor }, requested };
}

const PAID_BEFORE: NotStarted = "paid-before";

const refused = (answer: Response): TakenPageOrder => ({ type: "refused", answer });

/** Tells whether a reference that somebody else has used is paid, and nothing else of it. */
async function refuseForeign(context: AppContext, payment: PaymentRecord | null): Promise<Response> {
  return (payment && (await refuseResolved(context, payment))) ?? notStarted("reference-used");
}
