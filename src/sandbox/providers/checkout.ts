/** The page and the outcome of a stand-in's checkout. */
import { fromMinor, type Money, minorOf } from "~/domain/money/money.ts";
import type { PaystackPurchase } from "~/edge/payments/paystack/paystack-client.ts";
import type { Provider } from "~/edge/payments/provider.ts";
import { PAYER, type StoredOrder } from "./paypal-shapes.ts";
import { referenceOfAccess } from "./paystack-api.ts";
import { chargeSuccess, type PaystackCharge } from "./paystack-shapes.ts";
import { paystackWebhook, type SandboxProviders } from "./sandbox-providers.ts";

/** The payer's choice on the checkout's page: a card with money, or one that the bank refuses. */
export type Choice = "pay" | "decline";

export interface SandboxCheckout {
  readonly provider: Provider;
  readonly reference: string;
  readonly charge: Money;
  /** Empty if the payment names no course. */
  readonly courseName: string;
  /** `done`: the payer has paid. */
  readonly state: "open" | "declined" | "done";
  readonly id: string;
  /** The address to which each choice leads the payer; `null` if there is none. */
  readonly returnTo: Readonly<Record<Choice | "close", string | null>>;
}

/** Finds the checkout with a code; `null` if it no longer exists. */
export function findCheckout({ paystack, paypal }: SandboxProviders, code: string): SandboxCheckout | null {
  const charge = paystack.book.find(referenceOfAccess(code));
  const order = paypal.book.find(code);
  if (charge) return paystackCheckout(charge);
  return order ? paypalCheckout(order) : null;
}

/**
 * Applies the payer's choice at the provider, and reports a charge to the site as Paystack does. PayPal's
 * money is taken by a later capture. Rejects if the database fails.
 * @param site any address of the site
 * @param sendWebhook delivers the webhook of a charge
 */
export async function chooseAtCheckout(
  { paystack, paypal, save }: SandboxProviders,
  code: string,
  choice: Choice,
  { site, sendWebhook }: { site: URL; sendWebhook: (webhook: Request) => Promise<unknown> },
): Promise<void> {
  const reference = referenceOfAccess(code);
  if (choice === "pay") paystack.book.pay(reference, { domain: "test" });
  else paystack.book.decline(reference);
  const order = paypal.book.find(code);
  if (order) {
    paypal.book.approve(code);
    order.captureMode = choice === "pay" ? "completed" : "declined";
  }
  await save();
  const charge = paystack.book.find(reference);
  if (charge?.paid_at) await sendWebhook(await paystackWebhook(chargeSuccess(charge), site));
}

function paystackCheckout({
  id,
  reference,
  amount,
  status,
  paid_at,
  ...charge
}: PaystackCharge): SandboxCheckout {
  const { custom_fields, cancel_action } = charge.metadata as PaystackPurchase["metadata"];
  const back = withQuery(charge.callback_url, { trxref: reference, reference });
  return {
    provider: "paystack",
    reference,
    charge: fromMinor("NGN", amount),
    courseName: custom_fields.find(({ variable_name }) => variable_name === "course")?.value ?? "",
    state: stateOf({ isDone: paid_at !== null, isDeclined: status === "failed" }),
    id: String(id),
    returnTo: { pay: back, decline: back, close: cancel_action },
  };
}

function paypalCheckout({ id, status, captureMode, request }: StoredOrder): SandboxCheckout {
  const [{ amount, description, invoice_id }] = request.purchase_units;
  const { return_url, cancel_url } = request.application_context;
  const back = withQuery(return_url, { token: id, PayerID: PAYER.payer_id });
  return {
    provider: "paypal",
    reference: invoice_id,
    charge: fromMinor("USD", minorOf(amount.value) ?? 0),
    courseName: description,
    state: stateOf({
      isDone: status === "COMPLETED" || (status === "APPROVED" && captureMode === "completed"),
      isDeclined: status === "APPROVED",
    }),
    id,
    returnTo: { pay: back, decline: back, close: withQuery(cancel_url, { token: id }) },
  };
}

function stateOf({ isDone, isDeclined }: { isDone: boolean; isDeclined: boolean }): SandboxCheckout["state"] {
  if (isDone) return "done";
  return isDeclined ? "declined" : "open";
}

function withQuery(address: string | undefined, query: Readonly<Record<string, string>>): string | null {
  if (!address) return null;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
