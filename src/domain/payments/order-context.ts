import type { SupportContext } from "~/domain/contact/support-message.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { Order } from "./order.ts";

/** What staff need to find an order, for a message to them. The payer and their contacts are left out. */
export function orderContext(order: Order): Omit<SupportContext, "problem"> {
  return {
    course: order.course.name,
    plan: order.plan?.name,
    amount: formatExact(order.charge),
    reference: order.reference,
  };
}
