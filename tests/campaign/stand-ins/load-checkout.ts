/** Stands in for ~/browser/payments/load-checkout.ts: each tab has checkouts of its own, and their code may not arrive. */
import type { Currency } from "~/domain/money/money.ts";
import { stage } from "./stage.ts";

export const loadCheckout = (currency: Currency) => stage().loadCheckout(currency);
export const paymentMode = () => "live" as const;
