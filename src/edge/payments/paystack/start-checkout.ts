import type { PaystackCheckout } from "~/domain/payments/checkout.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { FIRST_ORDER_CHECK_MS } from "~/edge/payments/check-schedule.ts";
import { linesOf, type PaymentRecord, type PricedPayment } from "~/edge/payments/payment-record.ts";
import { findCheckout, findPayment, noteResumed, saveCheckout } from "~/edge/payments/payment-store.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { checkPaystack } from "./check-paystack.ts";
import type { PaystackClient } from "./paystack-client.ts";
import { ENROLMENT_FIELD, PROOF_FIELD } from "./paystack-transaction.ts";

/** After this a request that starts a payment has its access code, or has lost it. */
const STARTS_FOR_MS = 30_000;

/**
 * At the price of the course record. @returns null when the reference is taken there and its access code was lost
 * @throws ProviderError also when another request starts it at this moment
 */
export async function startCheckout(
  context: AppContext,
  client: PaystackClient,
  payment: PricedPayment,
  returnTo: URL,
): Promise<PaystackCheckout | null> {
  const { db, now } = context;
  const { reference, customer, expectedMinor } = payment;
  const known = await findCheckout(db, reference);
  if (known) {
    const checkBy = new Date(now.getTime() + FIRST_ORDER_CHECK_MS);
    await noteResumed(db, reference, { now, checkBy });
    return known;
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
  // Another request at the same moment may have stored it meanwhile, or be about to.
  const stored = await findCheckout(db, reference);
  if (stored) return stored;
  await checkPaystack(context, client, reference);
  const isJustStarted = now.getTime() - Date.parse(payment.createdAt) < STARTS_FOR_MS;
  if (isJustStarted && (await findPayment(db, reference))?.status === "unpaid") {
    throw new ProviderError("Paystack, initialize: started at this moment", null);
  }
  return null;
}

/** What a charge must say by itself, where all else is lost. */
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
