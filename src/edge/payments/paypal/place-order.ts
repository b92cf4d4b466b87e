import { paypalPurchase } from "~/domain/enrolment/paypal-purchase.ts";
import type { Money } from "~/domain/money/money.ts";
import type { Database } from "~/edge/database.ts";
import type { RegistrationRecord } from "~/edge/enrolments/registration-record.ts";
import { saveOrderId } from "~/edge/enrolments/registration-store.ts";
import { FIRST_ORDER_CHECK_MS } from "../check-times.ts";
import type { PaymentContext } from "../payment-context.ts";
import { addEvents, historyOf } from "../payment-events.ts";
import { ownReport } from "../payment-report.ts";
import type { PayPalClient } from "./paypal-client.ts";

/** PayPal forgets an order that nobody agreed to after three hours; its payer needs some of the last minutes. */
const ORDER_LIFE_MS = 2.75 * 60 * 60_000;

/**
 * Makes a registration's order at PayPal, or finds the one that was made and is not about to lapse.
 * @param returnTo the address to which PayPal's own page leads back; null where the payer is in its dialog
 * @returns PayPal's id of it
 * @throws ProviderError when PayPal gives no answer; any error when the database fails
 */
export async function placeOrder(
  { db, now }: PaymentContext,
  client: PayPalClient,
  { reference, course }: RegistrationRecord,
  charge: Money,
  returnTo: URL | null = null,
): Promise<string> {
  const latest = await latestOrder(db, reference);
  const isAlive = latest !== null && now.getTime() - Date.parse(latest.madeAt) < ORDER_LIFE_MS;
  // PayPal answers a request id for six hours with the order that it made first: a lapsed one needs another.
  const requestId = latest ? `${reference}-${latest.id}` : reference;
  const id = isAlive
    ? latest.id
    : await client.createOrder(paypalPurchase({ reference, course, charge }, returnTo), requestId);
  const ordered = ownReport("ordered", {
    provider: "paypal",
    reference,
    about: id,
    amount: charge,
    source: "capture",
    now,
  });
  await addEvents(db, [ordered], now);
  const checkBy = new Date(now.getTime() + FIRST_ORDER_CHECK_MS);
  await saveOrderId(db, reference, id, { now, checkBy });
  return id;
}

/** The order that was made last, abandoned or not; null before the first. Times are ISO 8601, UTC. */
async function latestOrder(db: Database, reference: string): Promise<{ id: string; madeAt: string } | null> {
  const ordered = (await historyOf(db, reference)).findLast(({ kind }) => kind === "ordered");
  return ordered ? { id: ordered.eventId.slice("ordered:".length), madeAt: ordered.recordedAt } : null;
}
