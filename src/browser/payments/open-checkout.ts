import { type EdgeResponse, postWithRetries } from "~/browser/edge-client/send.ts";
import {
  forgetReplaced,
  orderHeaders,
  saveAccess,
  unpaidToday,
} from "~/browser/enrolments/enrolment-access.ts";
import { keepStarted } from "~/browser/enrolments/local-payments.ts";
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

/** The parts of the page that a checkout needs before its code has arrived. */
interface PendingCheckoutView extends Omit<CheckoutView, "container" | "started"> {
  /** The element in which a provider draws its own buttons; null while the pay dialog is not on the page. */
  readonly container: { readonly current: HTMLElement | null };
  /**
   * The payment that the edge has started under the order's reference; null where the checkout starts it.
   * Left out for a new order, which is sent to the edge first.
   */
  readonly started?: StartedCheckout | null | undefined;
}

/**
 * Opens an order's checkout: the edge is asked first, while the checkout's code is loaded, and its answer
 * says whether the checkout opens and with what. Resolves with how that ended. Never rejects.
 */
export async function openCheckout(order: Order, view: PendingCheckoutView): Promise<OpenedCheckout> {
  const { currency } = order.charge;
  // The service worker marks a page that it gave because the network did not answer: its prices may be old ones.
  if ("saved" in document.documentElement.dataset)
    return { status: "unreachable", message: SAVED_COPY_MESSAGE };
  const code = Promise.allSettled([loadCheckout(currency)]);
  const asking = askFirst(order, view.started);
  let started: StartedCheckout | null = null;
  try {
    // What the edge says of the price comes first: after a deploy the checkout's code may be gone as well.
    const answer = await inTime(asking, view.signal);
    if (answer.status !== "go-on") return answer;
    started = answer.checkout;
    const [loaded] = await inTime(code, view.signal);
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

/** Sends a new order to the edge. An order that was started there, or cannot be paid here, is not sent. */
async function askFirst(order: Order, started: PendingCheckoutView["started"]): Promise<OrderAnswer> {
  const { currency, minor } = order.charge;
  const isNew = started === undefined && (minor === 0 || paymentMode(currency) !== "missing");
  return isNew ? sendOrder(order) : { status: "go-on", checkout: started ?? null };
}

/** If the popup does not open, the outcome has the address of the provider's own page. */
function unreachable(
  currency: Currency,
  started: StartedCheckout | null,
  message = UNREACHABLE_MESSAGES[currency],
): CheckoutOutcome {
  return { status: "unreachable", message, ...(started?.url && { pageUrl: started.url }) };
}

/**
 * A checkout's code comes over the same poor network as everything else: a visitor must not wait for it for
 * ever, nor once they have closed the dialog.
 */
const CODE_TIMEOUT_MS = 20_000;

function inTime<T>(loading: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    const timer = setTimeout(() => reject(new Error("The checkout's code did not arrive.")), CODE_TIMEOUT_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * A checkout waits so long for the edge; no longer, for the edge may be down. For naira the edge asks
 * Paystack meanwhile, and a page that started the transaction too would be refused a reference that is used.
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
type OrderAnswer =
  /** Opens the checkout: with what the edge has started at the provider, or null where the page starts it. */
  | { readonly status: "go-on"; readonly checkout: StartedCheckout | null }
  /** No checkout opens. */
  | OpenedCheckout;

const GO_ON: OrderAnswer = { status: "go-on", checkout: null };

/**
 * Starts an order's enrolment at the edge, where there is one, before its checkout opens: the provider's
 * report of its payment is compared with it, and naira are started at Paystack. Should the request be lost,
 * the payment's own record holds the same. An edge that does not answer prevents no payment; one that refuses
 * the order does. Never rejects.
 */
export async function sendOrder(order: Order): Promise<OrderAnswer> {
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
function withoutAnswer({ voucher }: Order): OrderAnswer {
  return voucher ? { status: "unreachable", message: VOUCHER_NOT_RESERVED } : GO_ON;
}

const VOUCHER_NOT_RESERVED =
  "We couldn't reserve your voucher just now. Nothing was charged. Please try again in a minute.";

/** Names an order to the edge once more, which asks the provider about it should it have no record. */
export function sendOrderAgain(order: Order): void {
  void postWithRetries(PATH, { order }, { headers: orderHeaders(order) });
}

/** Returns the path to which Paystack's hosted checkout returns. */
function pagePath(): string {
  return location.pathname.replace(/\/$/, "") || "/";
}

function readAnswer(answer: EdgeResponse, order: Order): OrderAnswer {
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
