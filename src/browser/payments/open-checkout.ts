import { postWithRetries } from "~/browser/edge-client/send.ts";
import type { EdgeResponse } from "~/browser/edge-client/send-json.ts";
import {
  forgetReplaced,
  orderHeaders,
  saveAccess,
  unpaidToday,
} from "~/browser/enrolments/enrolment-access.ts";
import { saveStartedPayment } from "~/browser/enrolments/local-payments.ts";
import { savedAttribution } from "~/browser/stores/attribution.ts";
import { WORDS_FIELD } from "~/domain/enrolment/consent.ts";
import type { Currency } from "~/domain/money/money.ts";
import {
  type NotStarted,
  SAVED_COPY_MESSAGE,
  type StartedCheckout,
  UNREACHABLE_MESSAGES,
} from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import { type CheckoutOutcome, refusalIn } from "~/domain/payments/payment-flow.ts";
import { textIn } from "~/domain/text.ts";
import { type CheckoutView, loadCheckout, paymentMode } from "./load-checkout.ts";

const PATH = "/prod/enrolments";
const NOT_NOW: NotStarted = "not-now";

/**
 * How long a checkout waits for the edge, which may be down. For naira the edge asks Paystack in this time. If the
 * page started the transaction too, Paystack would refuse the second one for its reference.
 */
const EDGE_TIMEOUT_MS: Record<Currency, number> = { NGN: 15_000, USD: 4_000 };

const CODE_TIMEOUT_MS = 20_000;

const VOUCHER_NOT_RESERVED =
  "We couldn't reserve your voucher just now. Nothing was charged. Please try again in a minute.";

/** The page's side of a checkout whose code may not have loaded yet. */
interface PendingCheckoutView extends Omit<CheckoutView, "container" | "started"> {
  /** The element in which a provider draws its own buttons; `null` while the pay dialog is not on the page. */
  readonly container: { readonly current: HTMLElement | null };
  /**
   * The payment that the edge has started under the order's reference; `null` if the checkout starts it. It is
   * missing for a new order, which is sent to the edge first.
   */
  readonly started?: StartedCheckout | null | undefined;
}

/** The outcome of a checkout, or the reason why it was not opened. */
export type OpenedCheckout =
  | CheckoutOutcome
  /** The transaction with the order's reference cannot be continued. A new reference is needed. */
  | { readonly status: Extract<NotStarted, "reference-used">; readonly message: string }
  /** This browser has paid the same under that reference, or that payment is being confirmed. */
  | { readonly status: Extract<NotStarted, "paid-before">; readonly reference: string };

/** The next step of an order after the edge's response. */
type OrderAnswer =
  /** A checkout opens. `checkout` is what the edge has started; `null` if the page starts the payment. */
  | { readonly status: "go-on"; readonly checkout: StartedCheckout | null }
  /** No checkout opens. */
  | OpenedCheckout;

/**
 * Sends a new order to the edge while the checkout's code loads. If the edge does not refuse the order, opens the
 * checkout and resolves with its outcome. Never rejects.
 */
export async function openCheckout(order: Order, view: PendingCheckoutView): Promise<OpenedCheckout> {
  const { currency } = order.charge;
  // The service worker marks the pages that it serves from its cache. Their prices may be old.
  if ("saved" in document.documentElement.dataset)
    return { status: "unreachable", message: SAVED_COPY_MESSAGE };
  const loading = Promise.allSettled([loadCheckout(currency)]);
  const sending = startAtEdge(order, view.started);
  let started: StartedCheckout | null = null;
  try {
    // A changed price is shown rather than missing code: after a deploy both are likely.
    const answer = await inTime(sending, view.signal);
    if (answer.status !== "go-on") return answer;
    started = answer.checkout;
    const [loaded] = await inTime(loading, view.signal);
    if (view.signal.aborted) return { status: "cancelled" };
    if (loaded.status === "rejected") throw loaded.reason;
    const container = view.container.current;
    if (!container) throw new Error("The pay dialog is not on the page.");
    const outcome = await loaded.value.checkout(order, { ...view, container, started });
    return outcome.status === "unreachable" ? unreachable(currency, started, outcome.message) : outcome;
  } catch {
    if (view.signal.aborted) return { status: "cancelled" };
    return unreachable(currency, started);
  }
}

/** Sends a new order to the edge. An order that the edge has started, or that cannot be paid here, is not sent. */
async function startAtEdge(order: Order, started: PendingCheckoutView["started"]): Promise<OrderAnswer> {
  const { currency, minor } = order.charge;
  const isSent = started === undefined && (minor === 0 || paymentMode(currency) !== "missing");
  return isSent ? sendOrder(order) : { status: "go-on", checkout: started ?? null };
}

/** Returns the outcome of a checkout that did not open, with the address of the provider's own page. */
function unreachable(
  currency: Currency,
  started: StartedCheckout | null,
  message = UNREACHABLE_MESSAGES[currency],
): CheckoutOutcome {
  return { status: "unreachable", message, ...(started?.url && { pageUrl: started.url }) };
}

/** Rejects if a promise takes longer than {@link CODE_TIMEOUT_MS} or the visitor closes the dialog. */
function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    const timer = setTimeout(() => reject(new Error("The checkout's code did not arrive.")), CODE_TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Starts an order's enrolment at the edge, which compares the provider's report with it and starts a payment in
 * naira at Paystack. An edge that does not respond prevents no payment, because the payment's own record holds the
 * same data. Never rejects.
 */
export async function sendOrder(order: Order): Promise<OrderAnswer> {
  const timeout = new Promise<null>((resolve) => {
    setTimeout(resolve, EDGE_TIMEOUT_MS[order.charge.currency], null);
  });
  const earlier = unpaidToday(order);
  const words = globalThis.document?.querySelector<HTMLInputElement>(`[name=${WORDS_FIELD}]`)?.value;
  const json = { order, page: pagePath(), attribution: savedAttribution(), earlier, words };
  // Without a page the edge starts no transaction: by then the checkout has started its own.
  const posting = postWithRetries(PATH, json, { retryJson: { order }, headers: orderHeaders(order) });
  const response = await Promise.race([posting, timeout]);
  return response ? readAnswer(response, order) : withoutAnswer(order);
}

/** Lets the page start the payment itself, but not at a voucher's price: only the edge can reserve a voucher. */
function withoutAnswer({ voucher }: Order): OrderAnswer {
  return voucher
    ? { status: "unreachable", message: VOUCHER_NOT_RESERVED }
    : { status: "go-on", checkout: null };
}

/** Sends an order to the edge again. If the edge has no record of it, it asks the provider. */
export function sendOrderAgain(order: Order): void {
  void postWithRetries(PATH, { order }, { headers: orderHeaders(order) });
}

/** Returns the path to which Paystack's hosted checkout returns. */
function pagePath(): string {
  return location.pathname.replace(/\/$/, "") || "/";
}

function readAnswer({ status, ok, body }: EdgeResponse, order: Order): OrderAnswer {
  if (status === 201) {
    saveEnrolment(body, order);
    const isFree = textIn(body, "status") === "paid";
    return isFree
      ? { status: "paid", payment: { id: order.reference, payer: null } }
      : { status: "go-on", checkout: checkoutIn(body) };
  }
  const [message, code] = [textIn(body, "message"), textIn(body, "code")];
  const isNotNow = status === 429 || code === NOT_NOW;
  if (message && isNotNow) return { status: "unreachable", message };
  if (!message || ok || status >= 500) return withoutAnswer(order);
  if (code === "reference-used") return { status: code, message };
  const paidReference = textIn(body, "reference");
  if (code === "paid-before" && paidReference) return { status: code, reference: paidReference };
  // A refusal has a payment's status only if money has moved.
  if (textIn(body, "status") !== null) return { status: "unconfirmed" };
  return status === 409 ? { status: "failed", message } : refusalIn(body, message);
}

/** Saves the learner's key, by which this browser opens My enrolment. */
function saveEnrolment(body: unknown, order: Order): void {
  const [id, key] = [textIn(body, "id"), textIn(body, "key")];
  if (id && key) saveAccess({ id, key });
  if (!id) return;
  saveStartedPayment(order, id);
  const { replaced = [] } = body as { readonly replaced?: readonly string[] };
  for (const replacedId of replaced) forgetReplaced(replacedId, id);
}

function checkoutIn(body: unknown): StartedCheckout | null {
  const { checkout } = Object(body) as { readonly checkout?: unknown };
  const [accessCode, url] = [textIn(checkout, "accessCode"), textIn(checkout, "url")];
  return accessCode && url ? { provider: "paystack", accessCode, url } : null;
}
