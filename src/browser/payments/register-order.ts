import { postWithRetries } from "~/browser/edge-client/retries.ts";
import type { EdgeResponse } from "~/browser/edge-client/send.ts";
import {
  forgetReplaced,
  requestKeyOf,
  saveAccess,
  unpaidToday,
} from "~/browser/enrolments/enrolment-access.ts";
import { keepStarted } from "~/browser/enrolments/local-payments.ts";
import { savedAttribution } from "~/browser/stores/attribution.ts";
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { WORDS_FIELD } from "~/domain/enrolment/consent.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { NotStarted, StartedCheckout } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { type CheckoutOutcome, refusalIn } from "~/domain/payments/payment-flow.ts";
import { isReference } from "~/domain/payments/reference.ts";
import { textIn } from "~/domain/text.ts";

/**
 * A checkout waits so long for the edge; no longer, for the edge may be down. For naira the edge asks Paystack meanwhile, and
 * a page that started the transaction too would be refused a reference that is used.
 */
const TIMEOUT_MS: Record<Currency, number> = { NGN: 15_000, USD: 4_000 };

const PATH = "/prod/enrolments";
const NOT_NOW: NotStarted = "not-now";

/** How a checkout ended, or why it was not opened. */
export type OpenedCheckout =
  | CheckoutOutcome
  /** The transaction that has the order's reference cannot be continued: it needs another one. */
  | { readonly status: Extract<NotStarted, "reference-used">; readonly message: string }
  /** This browser has paid the same under that reference, or that payment is being confirmed. */
  | { readonly status: Extract<NotStarted, "paid-before">; readonly reference: string };

/** How a page goes on with an order that was named to the edge. */
export type Registered =
  /** Opens the checkout: with what the edge has started at the provider, or null where the page starts it. */
  | { readonly status: "go-on"; readonly checkout: StartedCheckout | null }
  /** No checkout opens. */
  | OpenedCheckout;

const GO_ON: Registered = { status: "go-on", checkout: null };

/**
 * Starts an order's enrolment at the edge, where there is one, before its checkout opens: the provider's report of its payment is
 * compared with it, and naira are started at Paystack. Should the request be lost, the payment's own record holds the same.
 * An edge that does not answer prevents no payment; one that refuses the order does. Never rejects.
 */
export async function registerOrder(order: Order): Promise<Registered> {
  const { currency } = order.charge;
  const noAnswer = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS[currency], null));
  // A later try must not start a transaction: the page has gone on without it.
  const later = { order };
  const earlier = unpaidToday(order);
  const words = globalThis.document?.querySelector<HTMLInputElement>(`[name=${WORDS_FIELD}]`)?.value;
  const first = { order, page: pagePath(), attribution: savedAttribution(), earlier, words };
  const posted = postWithRetries(PATH, first, { later, headers: orderHeaders(order) });
  const answer = await Promise.race([posted, noAnswer]);
  return answer ? readAnswer(answer, order) : withoutAnswer(order);
}

/** The page starts the payment itself, but not at a voucher's price: only the edge can reserve its use. */
function withoutAnswer({ voucher }: Order): Registered {
  return voucher ? { status: "unreachable", message: VOUCHER_NOT_RESERVED } : GO_ON;
}

const VOUCHER_NOT_RESERVED =
  "We couldn't reserve your voucher just now. Nothing was charged. Please try again in a minute.";

/** Names an order to the edge once more, which asks the provider about it should it have no record. */
export function registerAgain(order: Order): void {
  void postWithRetries(PATH, { order }, { headers: orderHeaders(order) });
}

/** Returns the headers that prove to the edge that an order is this browser's. */
export function orderHeaders({ reference }: Order): Record<string, string> {
  return { "idempotency-key": requestKeyOf(reference) };
}

/** Returns the path to which Paystack's hosted checkout returns. */
function pagePath(): string {
  return location.pathname.replace(/\/$/, "") || "/";
}

function readAnswer(answer: EdgeResponse, order: Order): Registered {
  const { body } = answer;
  if (answer.status === 201) {
    saveEnrolment(body, order);
    // A voucher left nothing to pay.
    if (textIn(body, "status") === "paid")
      return { status: "paid", payment: { id: order.reference, payer: null } };
    return { status: "go-on", checkout: checkoutIn(body) };
  }
  const [message, code] = [textIn(body, "message"), textIn(body, "code")];
  const isNotNow = answer.status === 429 || code === NOT_NOW;
  if (message && isNotNow) return { status: "unreachable", message };
  if (!message || answer.ok || answer.status >= 500) return withoutAnswer(order);
  if (code === "reference-used") return { status: code, message };
  const paid = textIn(body, "reference");
  if (code === "paid-before" && paid) return { status: code, reference: paid };
  // The edge adds the payment's status where money has moved, and is asked for more.
  const isMoved = textIn(body, "status") !== null;
  if (isMoved) return { status: "unconfirmed" };
  return answer.status === 409 ? { status: "failed", message } : refusalIn(body, message);
}

/** Keeps the learner's own key, by which this browser opens My enrolment. */
function saveEnrolment(body: unknown, order: Order): void {
  const [id, key] = [textIn(body, "id"), textIn(body, "key")];
  if (id && key) saveAccess({ id, key });
  if (!id) return;
  keepStarted(order, id);
  const { replaced } = body as { replaced?: readonly string[] };
  for (const earlier of replaced ?? []) forgetReplaced(earlier, id);
}

function checkoutIn(body: unknown): StartedCheckout | null {
  const checkout: unknown = (body as { checkout?: unknown } | null)?.checkout;
  const [accessCode, url] = [textIn(checkout, "accessCode"), textIn(checkout, "url")];
  return accessCode && url ? { provider: "paystack", accessCode, url } : null;
}

/**
 * Refuses an order that a provider would charge wrongly. Paystack's script accepts any text as an e-mail address,
 * fractions and negative amounts without an error.
 * @throws Error naming what is wrong; it is a programming slip, not the visitor's.
 */
export function checkOrder(order: Order, currency: Currency, { needsEmail = true } = {}): void {
  if (order.charge.currency !== currency) throw new Error(`This checkout takes ${currency} only.`);
  if (!Number.isSafeInteger(order.charge.minor) || order.charge.minor <= 0) {
    throw new Error("The amount must be a whole number above 0.");
  }
  if (!isReference(order.reference)) throw new Error("The payment reference has an unusable form.");
  if (needsEmail && !isEmailAddress(order.learner.email)) throw new Error("The e-mail address is not valid.");
}
