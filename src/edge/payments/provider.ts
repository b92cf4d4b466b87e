import type { Currency } from "~/domain/money/money.ts";

/** Who takes the money: Paystack naira, PayPal dollars. */
export type Provider = "paystack" | "paypal";

/** How money came: through a provider, or otherwise, as staff recorded it. */
export type Channel = Provider | StaffChannel;
export const STAFF_CHANNELS = ["transfer", "cash"] as const;
export type StaffChannel = (typeof STAFF_CHANNELS)[number];

export const CHANNEL_NAMES: Record<Channel, string> = {
  paystack: "Paystack",
  paypal: "PayPal",
  transfer: "bank transfer",
  cash: "cash",
};

/** Whether no provider knows of it: staff have recorded it. */
export function isOfStaff(channel: Channel): channel is StaffChannel {
  return STAFF_CHANNELS.some((each) => each === channel);
}

export const CURRENCY_OF: Record<Provider, Currency> = { paystack: "NGN", paypal: "USD" };
export const PROVIDER_OF: Record<Currency, Provider> = { NGN: "paystack", USD: "paypal" };
