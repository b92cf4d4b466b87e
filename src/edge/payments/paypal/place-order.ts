import { paypalPurchase } from "~/domain/enrolment/paypal-purchase.ts";
import type { Money } from "~/domain/money/money.ts";
import type { RegistrationRecord } from "~/edge/enrolments/registration-record.ts";
import { saveOrderId } from "~/edge/enrolments/registration-store.ts";
import { FIRST_ORDER_CHECK_MS } from "../check-times.ts";
import type { PaymentContext } from "../payment-context.ts";
import { addEvents } from "../payment-events.ts";
import { ownReport } from "../payment-report.ts";
import type { PayPalClient } from "./paypal-client.ts";

/**
 * Makes a registration's order at PayPal; asked again, PayPal answers with the same one.
 * @returns PayPal's id of it
 * @throws ProviderError when PayPal gives no answer; any error when the database fails
 */
export async function placeOrder(
  { db, now }: PaymentContext,
  client: PayPalClient,
  { reference, course }: RegistrationRecord,
  charge: Money,
): Promise<string> {
  const id = await client.createOrder(paypalPurchase({ reference, course, charge }), reference);
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
