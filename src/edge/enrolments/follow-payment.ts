import type { AppContext } from "~/edge/app-context.ts";
import type { PaymentRecord } from "~/edge/payments/payment-record.ts";
import { adoptPayment } from "./adopt-payment.ts";
import { updateEnrolment } from "./update-enrolment.ts";

/**
 * Updates an enrolment from what was recorded of one of its payments; a payment without one is given one.
 * @throws when the database fails
 */
export async function followPayment(context: AppContext, payment: PaymentRecord): Promise<void> {
  const id = payment.enrolmentId ?? (await adoptPayment(context, payment));
  if (id) await updateEnrolment(context, id);
}
