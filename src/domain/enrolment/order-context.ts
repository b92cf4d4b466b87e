import type { SupportContext } from "../contact/support-message.ts";
import { formatExact } from "../money/money.ts";
import { type Order, planOf } from "./order.ts";

/** What staff need to find an order, for a message to them. Who pays it, and how they are reached, is left out. */
export function orderContext(order: Order): Omit<SupportContext, "problem"> {
  return {
    course: order.courseName,
    plan: planOf(order) || undefined,
    amount: formatExact(order.charge),
    reference: order.reference,
  };
}
