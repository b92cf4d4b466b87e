import { type EdgeAnswer, makePayerLink, postEnrolment } from "~/browser/edge-client/enrolments.ts";
import { requestKeyOf, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import { savedAttribution } from "~/browser/stores/attribution.ts";
import { fragmentOf } from "~/domain/enrolment/enrolment-key.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { OrderRefusal } from "~/domain/payments/payment-flow.ts";
import { keepStarted } from "./local-payments.ts";

/** A link by which somebody else pays the first payment of an enrolment. */
export interface FirstPayerLink {
  readonly url: string;
  /** The order that the payer is asked to pay. */
  readonly order: Order;
}

export type AskedPayer =
  | { readonly status: "made"; readonly link: FirstPayerLink }
  | OrderRefusal
  /** No answer, or the edge is in trouble; the same order may be asked for again. */
  | { readonly status: "unreachable"; readonly message: string };

/** The page that a payer's link opens. */
const PAYER_PAGE = "/Sponsor";
const NOT_MADE = "We couldn't make the link. Check your connection, then try again.";

/**
 * Keeps an order's enrolment at the edge, and makes a payer's link for its first payment. Nothing is charged and no checkout
 * opens. The learner's own key is kept in this browser. Never rejects.
 */
export async function askPayer(order: Order): Promise<AskedPayer> {
  const sent = { order, page: PAYER_PAGE, attribution: savedAttribution() };
  const started = await postEnrolment(sent, requestKeyOf(order.reference));
  if (started.type !== "answered") return problemIn(started);
  const { id, key } = started.body;
  // An enrolment that another request has started comes without its key.
  if (!id || !key) return { status: "refused", message: NOT_MADE, errors: {} };
  saveAccess({ id, key });
  keepStarted(order, id, { isAsked: true });
  const payerLink = await makePayerLink({ id, key }, chargesOf(order));
  if (payerLink.type !== "answered") return problemIn(payerLink);
  const url = `${location.origin}${PAYER_PAGE}#${fragmentOf({ id, key: payerLink.body.key })}`;
  return { status: "made", link: { url, order } };
}

/** How many charges the first payment of a registration pays: the fee, and the tuition where it is announced. */
function chargesOf({ parts }: Order): number {
  return parts && parts.course.minor > 0 ? 2 : 1;
}

function problemIn(answer: Exclude<EdgeAnswer<unknown>, { type: "answered" }>): AskedPayer {
  if (answer.type === "unreachable") return { status: "unreachable", message: NOT_MADE };
  const { status, message, errors } = answer;
  const isRefused = status < 500 && status !== 429;
  return isRefused ? { status: "refused", message, errors } : { status: "unreachable", message };
}
