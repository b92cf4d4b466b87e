/** A stand-in's checkout, as its page and the payer have it. Every function here rejects when the database fails. */
import { z } from "astro/zod";
import { fromMinor, type Money, minorOf } from "~/domain/money/money.ts";
import type { PayPalPurchase } from "~/domain/payments/paypal-purchase.ts";
import type { Database } from "~/edge/database.ts";
import type { PaystackPurchase } from "~/edge/payments/paystack/paystack-client.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import { isGone } from "./paypal-stand-in.ts";
import { transactionOf } from "./paystack-stand-in.ts";
import { type Choice, findPayment, noteChoice, type SandboxPayment } from "./sandbox-payments.ts";
import { chargeWebhook } from "./webhook.ts";

export interface SandboxCheckout {
  readonly provider: Provider;
  readonly reference: string;
  readonly charge: Money;
  /** The course; empty where it is not named. */
  readonly what: string;
  /** `done`: the payer has done their part. */
  readonly state: "open" | "declined" | "done";
  /** The provider's number of the charge. */
  readonly id: string;
  /** Where the page leads the payer after each of their choices; null where it was given no address. */
  readonly backTo: Readonly<Record<Choice | "close", string | null>>;
}

/** The checkout with this code; null where there is none any more. */
export async function findCheckout(db: Database, code: string, now: Date): Promise<SandboxCheckout | null> {
  const payment = await findPayment(db, code);
  return payment && !isGone(payment, now) ? checkoutOf(payment) : null;
}

/** Applies the payer's choice at the provider, which reports a charge to the site as it does in production. */
export async function chooseAtCheckout(
  db: Database,
  code: string,
  choice: Choice,
  surroundings: {
    readonly now: Date;
    /** Any address of the site. */
    readonly site: URL;
    /** Answers the webhook of a charge. */
    readonly sendWebhook: (webhook: Request) => Promise<unknown>;
  },
): Promise<void> {
  const payment = await findPayment(db, code);
  if (!payment) return;
  const isPaystack = payment.provider === "paystack";
  // PayPal's money is taken by a capture.
  await noteChoice(db, code, { choice, isTaken: isPaystack && choice === "pay", now: surroundings.now });
  const chosen = await findPayment(db, code);
  if (!isPaystack || !chosen?.paidAt) return;
  await surroundings.sendWebhook(await chargeWebhook(transactionOf(chosen), surroundings.site));
}

function checkoutOf(payment: SandboxPayment): SandboxCheckout {
  const { provider, reference, choice, paidAt } = payment;
  const state = paidAt !== null || choice === "pay" ? "done" : choice === "decline" ? "declined" : "open";
  return {
    provider,
    reference,
    state,
    ...(provider === "paystack" ? paystackPart(payment) : paypalPart(payment)),
  };
}

type Part = Pick<SandboxCheckout, "charge" | "what" | "id" | "backTo">;

function paystackPart(payment: SandboxPayment): Part {
  const { amount, currency, reference, callback_url, metadata }: PaystackPurchase = JSON.parse(
    payment.purchase,
  );
  const back = withQuery(callback_url, { trxref: reference, reference });
  return {
    charge: fromMinor(currency, amount),
    what: metadata.custom_fields.find(({ variable_name }) => variable_name === "course")?.value ?? "",
    id: transactionOf(payment).id,
    backTo: { pay: back, decline: back, close: metadata.cancel_action },
  };
}

const addresses = z.object({ return_url: z.url(), cancel_url: z.url() }).partial().catch({});
/** Either place is taken by PayPal's Orders API. */
const returning = z.object({
  payment_source: z
    .object({ paypal: z.object({ experience_context: addresses }) })
    .optional()
    .catch(undefined),
  application_context: addresses,
});

const PAYER_ID = "SANDBOXPAYER1";

function paypalPart({ code, purchase }: SandboxPayment): Part {
  const asked: PayPalPurchase = JSON.parse(purchase);
  const [{ amount, description }] = asked.purchase_units;
  const urls = returning.parse(asked);
  const { return_url, cancel_url } = {
    ...urls.application_context,
    ...urls.payment_source?.paypal.experience_context,
  };
  const back = return_url ? withQuery(return_url, { token: code, PayerID: PAYER_ID }) : null;
  return {
    charge: fromMinor("USD", minorOf(amount.value) ?? 0),
    what: description,
    id: code,
    backTo: { pay: back, decline: back, close: cancel_url ? withQuery(cancel_url, { token: code }) : null },
  };
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
