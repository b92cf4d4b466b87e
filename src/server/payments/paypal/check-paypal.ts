import { CAPTURE_WITHIN_MS } from "../check-times.ts";
import type { PaymentContext } from "../payment-context.ts";
import { historyOf } from "../payment-events.ts";
import { ownReport } from "../payment-report.ts";
import { recordPayment } from "../record-payment.ts";
import type { RegistrationRecord } from "../registration-record.ts";
import { captureOrder } from "./capture-order.ts";
import type { PayPalClient } from "./paypal-client.ts";
import { recordOrder } from "./record-order.ts";

/**
 * Asks PayPal how a registration's payment stands, and records the answer.
 *
 * An order that the payer agreed to is charged even if their page has died since: they pressed Pay Now. But only soon
 * after, and not once their page has told them that nothing is charged: nobody pays for what they have given up, or
 * paid in another way.
 * @throws ProviderError when PayPal gives no answer; any error when the database fails
 */
export async function checkPayPal(
  context: PaymentContext,
  client: PayPalClient,
  { reference, providerOrderId, createdAt }: RegistrationRecord,
): Promise<void> {
  if (!providerOrderId) return;
  const order = await client.getOrder(providerOrderId);
  if (order.status !== "APPROVED") {
    if (order.status === "COMPLETED") await recordOrder(context, reference, order, "verification");
    return;
  }
  const { db, now } = context;
  const approval = (await historyOf(db, reference)).find(({ eventId }) => eventId === `approved:${order.id}`);
  const agreedAt = new Date(approval?.occurredAt ?? createdAt).getTime();
  if (now.getTime() - agreedAt <= CAPTURE_WITHIN_MS) {
    const result = await captureOrder(client, order.id, reference);
    if (result.type === "captured") await recordOrder(context, reference, result.order, "capture");
    return;
  }
  const lapsed = ownReport("lapsed", {
    provider: "paypal",
    reference,
    about: order.id,
    source: "verification",
    now,
  });
  await recordPayment(context, reference, { reports: [lapsed], enrolment: null });
}
