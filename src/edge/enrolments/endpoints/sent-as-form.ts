import type { Order } from "~/domain/payments/order.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { visitorKey } from "~/edge/http/rate-limit.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { askStanding } from "~/edge/payments/payment-standing.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { FORM_ATTEMPTS, formKeyOf, formReference } from "./form-key.ts";

/** A payment in which money has moved, or may have. */
export interface PaidBefore {
  readonly reference: string;
  /** In words for the visitor. */
  readonly message: string;
}

/**
 * The payment that the same browser has made for an order by sending it as a form, its page's script having been late or
 * lost; null where none was made. It is reported only with that browser's key.
 * @throws ProviderError when the provider gives no answer; any error when the database fails
 */
export async function paidAsForm(
  request: Request,
  order: Order,
  context: AppContext,
  providers: PaymentProviders,
): Promise<PaidBefore | null> {
  const key = formKeyOf(request);
  if (!key) return null;
  for (const attempt of FORM_ATTEMPTS) {
    const reference = await formReference(key, order, attempt);
    if (!(await findPayment(context.db, reference))) return null;
    const standing = await askStanding(context, providers, reference, visitorKey(request));
    if (standing?.status === "pending") {
      const message = `Your earlier payment of this, ${reference}, is still being confirmed. Nothing more was charged.`;
      return { reference, message };
    }
    if (standing?.status === "paid" || standing?.status === "short-paid") {
      const message = `You have paid for this already: the reference is ${reference}. Nothing more was charged.`;
      return { reference, message };
    }
  }
  return null;
}
