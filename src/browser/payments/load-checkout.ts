import type { Currency } from "~/domain/money/money.ts";
import type { StartedCheckout } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";

/** How money is taken in a currency: a real account, the provider's test account, pretended, or not at all. */
export type PaymentMode = "live" | "test" | "sandbox" | "missing";

const KEYS: Record<Currency, string | undefined> = {
  NGN: import.meta.env.PUBLIC_PAYSTACK_KEY || undefined,
  USD: import.meta.env.PUBLIC_PAYPAL_CLIENT_ID || undefined,
};

export const PROVIDER_NAMES: Record<Currency, string> = { NGN: "Paystack", USD: "PayPal" };

/**
 * Returns the mode that the build's settings say. Only Paystack's keys tell by themselves that they are for
 * tests.
 */
export function paymentMode(currency: Currency): PaymentMode {
  const key = KEYS[currency];
  if (key) return key.startsWith("pk_test_") ? "test" : "live";
  return import.meta.env.SANDBOX ? "sandbox" : "missing";
}

const loaded = new Map<Currency, CheckoutProvider>();

/**
 * The checkout for a currency, its code loaded now. The same object serves every try on a page.
 * @throws when the code cannot be loaded or no account is set up.
 */
export async function loadCheckout(currency: Currency): Promise<CheckoutProvider> {
  const loadedProvider = loaded.get(currency);
  if (loadedProvider) return loadedProvider;
  const provider = await create(currency);
  loaded.set(currency, provider);
  return provider;
}

async function create(currency: Currency): Promise<CheckoutProvider> {
  const key = KEYS[currency];
  if (key) {
    return currency === "NGN"
      ? (await loadModule(() => import("./paystack/paystack.ts"))).createPaystack(key)
      : (await loadModule(() => import("./paypal/paypal.tsx"))).createPayPal(key);
  }
  if (import.meta.env.SANDBOX) {
    return (await import("~/sandbox/checkout.ts")).sandboxCheckouts[currency];
  }
  throw new Error(`${PROVIDER_NAMES[currency]} is not set up.`);
}

/**
 * The callbacks by which a checkout reports to the page while it is open, and the place where it may draw.
 */
export interface CheckoutView {
  /** An empty element inside the open pay dialog, for a provider that draws its own buttons. */
  readonly container: HTMLElement;
  /** The payment that the edge has started at the provider; null where the checkout starts it. */
  readonly started: StartedCheckout | null;
  /** Aborted when the visitor closes the pay dialog. */
  readonly signal: AbortSignal;
  /** The checkout is on the screen; from here the visitor acts there. */
  onShown(): void;
  /** The visitor has agreed to pay and the charge is being made: closing is no longer harmless. */
  onApproved(): void;
  /** The bank refused, nothing was charged, and the visitor may choose another way to pay in the same checkout. */
  onDeclined(): void;
}

/** One way to take money. Its file is the only place that knows the provider's vocabulary. */
export interface CheckoutProvider {
  /** Opens the checkout for an order and resolves once it has ended. Rejects only an order that must not be charged. */
  checkout(order: Order, view: CheckoutView): Promise<CheckoutOutcome>;
  /** Notes that the page says that nothing is charged for the order: a late approval must not be captured. */
  abandon?(order: Order): void;
}

/** Abandons an order at the provider that this page has opened it at. */
export function abandonCheckout(order: Order): void {
  loaded.get(order.charge.currency)?.abandon?.(order);
}

/**
 * An import() with a retry. Firefox caches a failed import for as long as a page is open, so that the same import() would
 * fail for ever: a module that did not load is requested once more, at once, under an address that was not used before.
 * Browsers name the module in their error; one that does not has forgotten the failure.
 * @throws the browser's error when the module does not load now either
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
