import type { Currency } from "~/domain/money/money.ts";

/** Who takes the money: Paystack naira, PayPal dollars. */
export type Provider = "paystack" | "paypal";

export const PROVIDER_NAMES: Record<Provider, string> = { paystack: "Paystack", paypal: "PayPal" };

export const CURRENCY_OF: Record<Provider, Currency> = { paystack: "NGN", paypal: "USD" };
export const PROVIDER_OF: Record<Currency, Provider> = { NGN: "paystack", USD: "paypal" };
