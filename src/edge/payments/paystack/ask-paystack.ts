import { DAY_MS } from "~/domain/dates/day.ts";
import type { PaystackCheckout } from "~/domain/payments/checkout.ts";
import { isOwnReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { log } from "~/edge/log.ts";
import { FIRST_ORDER_CHECK_MS } from "~/edge/payments/check-schedule.ts";
import { linesOf, type PaymentRecord } from "~/edge/payments/payment-record.ts";
import {
  findCheckout,
  findPayment,
  noteResumed,
  resolvedAmong,
  saveCheckout,
} from "~/edge/payments/payment-store.ts";
import { ProviderError } from "~/edge/payments/provider.ts";
import { recordPayment } from "~/edge/payments/record-payment.ts";
import type { PaystackClient } from "./paystack-client.ts";
import {
  ENROLMENT_FIELD,
  enrolmentOf,
  isUnderWay,
  type PaystackTransaction,
  payerOf,
  reportsOfTransaction,
} from "./paystack-transaction.ts";

/** @returns whether it is under way: Paystack cannot say yet how it ends @throws ProviderError when it gives no answer */
export async function checkPaystack(
  context: AppContext,
  client: PaystackClient,
  reference: string,
): Promise<boolean> {
  const transaction = await client.verify(reference);
  if (!transaction) return false;
  const reports = reportsOfTransaction(transaction, {
    source: "verification",
    isLive: client.isLive,
    now: context.now,
  });
  if (reports.length === 0) return isUnderWay(transaction);
  const enrolment = enrolmentOf(transaction) ?? payerOf(transaction);
  await recordPayment(context, reference, { reports, enrolment });
  return false;
}

/** Paystack may be out of reach for hours; charges of that time are found afterwards. */
const LOOKS_BACK_MS = DAY_MS;
/** Newest first: what comes after these was listed an hour ago. */
const MOST_PAGES = 5;

/** A payer need not wait for the comparison of the books. Every charge in naira is in that list. @throws ProviderError */
export async function findMissedCharges(context: AppContext, client: PaystackClient): Promise<void> {
  const { db, now } = context;
  const lastDay = { from: new Date(now.getTime() - LOOKS_BACK_MS), to: now };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows, isLast } = await client.listTransactions("success", lastDay, page);
    const ours = ownOf(rows);
    const resolved = await resolvedAmong(
      db,
      ours.map(({ reference }) => reference),
    );
    for (const transaction of ours) {
      if (!resolved.has(transaction.reference)) await recordMissedCharge(context, client, transaction);
    }
    if (isLast) return;
  }
}

/** Those of a list that bear a reference of this site's: the account may take other payments. */
export function ownOf(transactions: readonly PaystackTransaction[]): PaystackTransaction[] {
  return transactions.filter(({ reference }) => isOwnReference(reference));
}

/** Its payment, its webhook and the browser's report may all have been lost. */
export async function recordMissedCharge(
  context: AppContext,
  { isLive }: PaystackClient,
  transaction: PaystackTransaction,
): Promise<void> {
  const { reference } = transaction;
  const reports = reportsOfTransaction(transaction, { source: "verification", isLive, now: context.now });
  const enrolment = enrolmentOf(transaction) ?? payerOf(transaction);
  await recordPayment(context, reference, { reports, enrolment });
  log("payment-found", { reference });
}

/** After this a request that starts a payment has its access code, or has lost it. */
const STARTS_FOR_MS = 30_000;

/**
 * At the price of the course record. @returns null when the reference is taken there and its access code was lost
 * @throws ProviderError also when another request starts it at this moment
 */
export async function startCheckout(
  context: AppContext,
  client: PaystackClient,
  payment: PaymentRecord & { readonly expectedMinor: number },
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
    metadata: { custom_fields: customFields(payment), cancel_action: returnTo.href },
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
function customFields(payment: PaymentRecord) {
  const { reference, enrolmentId } = payment;
  return [
    { display_name: "Reference", variable_name: "reference", value: reference },
    ...(enrolmentId
      ? [{ display_name: "Enrolment", variable_name: ENROLMENT_FIELD, value: enrolmentId }]
      : []),
    ...linesOf(payment)
      .filter(({ value }) => value !== "")
      .map(({ name, label, value }) => ({ display_name: label, variable_name: name, value })),
  ];
}
