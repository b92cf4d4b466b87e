import type { Currency } from "~/domain/money/money.ts";
import type { StartedCheckout } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";

/** How payments in a currency are taken: by a live or a test account, by the sandbox, or not at all. */
type PaymentMode = "live" | "test" | "sandbox" | "missing";

const KEYS: Record<Currency, string | undefined> = {
  NGN: import.meta.env.PUBLIC_PAYSTACK_KEY || undefined,
  USD: import.meta.env.PUBLIC_PAYPAL_CLIENT_ID || undefined,
};

export const PROVIDER_NAME_BY_CURRENCY: Record<Currency, string> = { NGN: "Paystack", USD: "PayPal" };

/** Returns the mode of a currency in this build. A test account of PayPal counts as live: its id looks the same. */
export function paymentMode(currency: Currency): PaymentMode {
  const key = KEYS[currency];
  if (key) return key.startsWith("pk_test_") ? "test" : "live";
  return import.meta.env.SANDBOX ? "sandbox" : "missing";
}

const loadedProviders = new Map<Currency, CheckoutProvider>();

/**
 * Returns the provider of a currency. Its code is loaded at the first call.
 * @throws if the code cannot be loaded or no account is set up
 */
export async function loadCheckout(currency: Currency): Promise<CheckoutProvider> {
  const provider = loadedProviders.get(currency) ?? (await loadProvider(currency));
  loadedProviders.set(currency, provider);
  return provider;
}

async function loadProvider(currency: Currency): Promise<CheckoutProvider> {
  const key = KEYS[currency];
  if (key) {
    return currency === "NGN"
      ? (await loadModule(() => import("./paystack/paystack.ts"))).createPaystack(key)
      : (await loadModule(() => import("./paypal/paypal.tsx"))).createPayPal(key);
  }
  if (import.meta.env.SANDBOX) {
    return (await import("~/sandbox/checkout.ts")).sandboxCheckouts[currency];
  }
  throw new Error(`${PROVIDER_NAME_BY_CURRENCY[currency]} is not set up.`);
}

/** The page's side of a checkout: the place where it may draw, and the events that it reports. */
export interface CheckoutView {
  /** An empty element inside the open pay dialog, for a provider that draws its own buttons. */
  readonly container: HTMLElement;
  /** The payment that the edge has started at the provider; `null` if the checkout starts it. */
  readonly started: StartedCheckout | null;
  /** Aborted when the visitor closes the pay dialog. */
  readonly signal: AbortSignal;
  /** Called when the checkout is visible. */
  onShown(): void;
  /** Called when the visitor has agreed to pay. From then on money may move. */
  onApproved(): void;
  /** Called when the bank has refused. Nothing was charged, and the visitor may choose another way to pay. */
  onDeclined(): void;
}

/** A payment provider. Its file is the only place that knows the provider's vocabulary. */
export interface CheckoutProvider {
  /** Opens the checkout of an order. Resolves with its outcome; rejects only an order that must not be charged. */
  checkout(order: Order, view: CheckoutView): Promise<CheckoutOutcome>;
  /** Called when the page says that nothing is charged for the order. A late approval must not be captured. */
  abandon?(order: Order): void;
}

/** Abandons an order at its provider, if this page has loaded that provider. */
export function abandonCheckout(order: Order): void {
  loadedProviders.get(order.charge.currency)?.abandon?.(order);
}

/**
 * Imports a module, and a second time under a new address if that fails: Firefox caches a failed import as long
 * as the page is open. Browsers that do not cache failures do not name the module in their error.
 * @throws the browser's error if the module does not load now either
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\/\/\S+\.js$/.exec(String(error))?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
  }
}
