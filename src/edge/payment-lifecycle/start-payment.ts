import type { PaystackCheckout, StartedCheckout } from "~/domain/payments/checkout.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { FIRST_ORDER_CHECK_MS } from "~/edge/payments/check-schedule.ts";
import {
  isPaidOrPending,
  linesOf,
  type PaymentRecord,
  type PricedPayment,
} from "~/edge/payments/payment-record.ts";
import { findCheckout, findPayment, noteResumed, saveCheckout } from "~/edge/payments/payment-store.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { approvalPage } from "~/edge/payments/paypal/paypal-order.ts";
import type { PaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { ENROLMENT_FIELD, PROOF_FIELD } from "~/edge/payments/paystack/paystack-reports.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { queryPayPal } from "./check-paypal.ts";
import { checkPaystack } from "./check-paystack.ts";
import { placeOrder } from "./place-order.ts";

export interface PayerReturn {
  /** The address to which the provider's own page leads back. */
  readonly address: URL;
  /** Whether the payer leaves this site for PayPal's page. PayPal's dialog needs no address. */
  readonly leavesSite: boolean;
}

export type PaymentStart =
  | { readonly type: "started"; readonly checkout: StartedCheckout }
  /** The edge has no account with the provider, so the page starts the payment. */
  | { readonly type: "left-to-page" }
  /** Nothing was started: the payment is paid or being confirmed. */
  | { readonly type: "resolved"; readonly payment: PaymentRecord }
  /** The provider has a transaction with this reference, so the payment needs another reference. */
  | { readonly type: "reference-used" };

/**
 * Starts a payment at its provider, or continues it. A payment that is started twice is charged once.
 * @throws ProviderError if the provider gives no answer, AccountRefused if it takes no money for the academy
 */
export async function startPayment(
  context: AppContext,
  payment: PricedPayment,
  payerReturn: PayerReturn,
): Promise<PaymentStart> {
  const { paystack, paypal } = context.providers;
  if (isPaidOrPending(payment)) return { type: "resolved", payment };
  if (payment.provider === "paystack") {
    return paystack ? startAtPaystack(context, paystack.client, payment, payerReturn) : LEFT_TO_PAGE;
  }
  return paypal ? startAtPayPal(context, paypal.client, payment, payerReturn) : LEFT_TO_PAGE;
}

const LEFT_TO_PAGE: PaymentStart = { type: "left-to-page" };

async function startAtPaystack(
  context: AppContext,
  client: PaystackClient,
  payment: PricedPayment,
  { address }: PayerReturn,
): Promise<PaymentStart> {
  const checkout = await startCheckout(context, client, payment, address);
  if (checkout) return { type: "started", checkout: { provider: "paystack", ...checkout } };
  return ifReferenceExists(context, payment);
}

/** The time after which a request that starts a payment has its access code or has lost it. */
const STARTS_FOR_MS = 30_000;

/**
 * Starts a transaction at the course record's price, or continues it.
 * @returns `null` if Paystack has the reference and its access code was lost
 * @throws ProviderError also if another request is starting the transaction
 */
async function startCheckout(
  context: AppContext,
  client: PaystackClient,
  payment: PricedPayment,
  returnTo: URL,
): Promise<PaystackCheckout | null> {
  const { db, now } = context;
  const { reference, customer, expectedMinor } = payment;
  const storedCheckout = await findCheckout(db, reference);
  if (storedCheckout) {
    const checkBy = new Date(now.getTime() + FIRST_ORDER_CHECK_MS);
    await noteResumed(db, reference, { now, checkBy });
    return storedCheckout;
  }
  const started = await client.initialize({
    email: customer.email,
    amount: expectedMinor,
    currency: "NGN",
    reference,
    callback_url: returnTo.href,
    metadata: { custom_fields: await customFields(context, payment), cancel_action: returnTo.href },
  });
  if (started) {
    await saveCheckout(db, reference, started);
    return started;
  }
  // A concurrent request may have stored the access code, or be about to.
  const stored = await findCheckout(db, reference);
  if (stored) return stored;
  await checkPaystack(context, client, reference);
  const isJustStarted = now.getTime() - Date.parse(payment.createdAt) < STARTS_FOR_MS;
  if (isJustStarted && (await findPayment(db, reference))?.status === "unpaid") {
    throw new ProviderError("Paystack, initialize: started at this moment", null);
  }
  return null;
}

/** The metadata that identifies a charge if our own record of it is lost. */
async function customFields({ proofs }: AppContext, payment: PaymentRecord) {
  const { reference, enrolmentId } = payment;
  const proof = enrolmentId && (await proofs.prove({ provider: "paystack", reference, enrolmentId }));
  const fields = [
    ["Reference", "reference", reference],
    ["Enrolment", ENROLMENT_FIELD, enrolmentId],
    ["Enrolment, signed", PROOF_FIELD, proof],
  ] as const;
  return [
    ...fields.flatMap(([display_name, variable_name, value]) =>
      value ? [{ display_name, variable_name, value }] : [],
    ),
    ...linesOf(payment)
      .filter(({ value }) => value !== "")
      .map(({ name, label, value }) => ({ display_name: label, variable_name: name, value })),
  ];
}

/** Returns the outcome if the provider already has the reference. The provider was asked about it before. */
async function ifReferenceExists({ db }: AppContext, { reference }: PricedPayment): Promise<PaymentStart> {
  const latest = await findPayment(db, reference);
  return latest && isPaidOrPending(latest)
    ? { type: "resolved", payment: latest }
    : { type: "reference-used" };
}

async function startAtPayPal(
  context: AppContext,
  client: PayPalClient,
  payment: PricedPayment,
  { address, leavesSite }: PayerReturn,
): Promise<PaymentStart> {
  const orderId = await placeOrder(context, client, payment, leavesSite ? address : null);
  if (orderId === null) {
    // Another tab may have just captured the order.
    await queryPayPal(context, client, payment);
    return ifReferenceExists(context, payment);
  }
  if (!leavesSite) return { type: "started", checkout: { provider: "paypal", orderId, url: null } };
  // A payer who has approved the order goes to the page that takes the money.
  const url = approvalPage(await client.getOrder(orderId)) ?? address.href;
  return { type: "started", checkout: { provider: "paypal", orderId, url } };
}
