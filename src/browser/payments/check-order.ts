import { isEmailAddress } from "~/domain/contact/email-address.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { isReference } from "~/domain/payments/reference.ts";

/**
 * Refuses an order that a provider would charge wrongly. Paystack's script accepts any text as an e-mail address,
 * fractions and negative amounts without an error.
 * @throws Error naming what is wrong; it is a programming slip, not the visitor's.
 */
export function checkOrder(order: Order, currency: Currency, { needsEmail = true } = {}): void {
  if (order.charge.currency !== currency) throw new Error(`This checkout takes ${currency} only.`);
  if (!Number.isSafeInteger(order.charge.minor) || order.charge.minor <= 0) {
    throw new Error("The amount must be a whole number above 0.");
  }
  if (!isReference(order.reference)) throw new Error("The payment reference has an unusable form.");
  if (needsEmail && !isEmailAddress(order.learner.email)) throw new Error("The e-mail address is not valid.");
}
