import type { Currency } from "~/domain/money/money.ts";
import {
  SAVED_COPY_MESSAGE,
  type StartedCheckout,
  UNREACHABLE_MESSAGES,
} from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { type CheckoutView, loadCheckout, paymentMode } from "./load-checkout.ts";
import { type OpenedCheckout, type Registered, registerOrder } from "./register-order.ts";

/** The parts of the page that a checkout needs before its code has arrived. */
interface PendingCheckoutView extends Omit<CheckoutView, "container" | "started"> {
  /** The element in which a provider draws its own buttons; null while the pay dialog is not on the page. */
  readonly container: { readonly current: HTMLElement | null };
  /**
   * The payment that the edge has started under the order's reference; null where the checkout starts it. Left out for a new
   * order, which is registered first.
   */
  readonly started?: StartedCheckout | null | undefined;
}

/** Registers a new order, loads the code of its currency's checkout, opens it, and resolves with how it ended. Never rejects. */
export async function openCheckout(order: Order, view: PendingCheckoutView): Promise<OpenedCheckout> {
  const { currency } = order.charge;
  // The service worker marks a page that it gave because the network did not answer: its prices may be old ones.
  if ("saved" in document.documentElement.dataset)
    return { status: "unreachable", message: SAVED_COPY_MESSAGE };
  const code = Promise.allSettled([loadCheckout(currency)]);
  const registering = register(order, view.started);
  let started: StartedCheckout | null = null;
  try {
    // What the edge says of the price comes first: after a deploy the checkout's code may be gone as well.
    const registered = await inTime(registering, view.signal);
    if (registered.status !== "go-on") return registered;
    started = registered.checkout;
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

/** Resolves with how the edge says to go on. */
async function register(order: Order, started: PendingCheckoutView["started"]): Promise<Registered> {
  const { currency, minor } = order.charge;
  const isNew = started === undefined && (minor === 0 || paymentMode(currency) !== "missing");
  return isNew ? registerOrder(order) : { status: "go-on", checkout: started ?? null };
}

/** A popup that does not come up leaves the provider's own page. */
function unreachable(
  currency: Currency,
  started: StartedCheckout | null,
  message = UNREACHABLE_MESSAGES[currency],
): CheckoutOutcome {
  return { status: "unreachable", message, ...(started?.url && { pageUrl: started.url }) };
}

/**
 * A checkout's code comes over the same poor network as everything else: a visitor must not wait for it for ever, nor once
 * they have closed the dialog.
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
