import type { AppContext } from "~/edge/app-context.ts";
import type { RegistrationRecord } from "~/edge/payments/registration-record.ts";
import { adoptPayment } from "./adopt-payment.ts";
import { updateEnrolment } from "./update-enrolment.ts";

/**
 * Updates an enrolment from what was recorded of one of its payments; a payment without one is given one.
 * @throws when the database fails
 */
export async function followPayment(context: AppContext, registration: RegistrationRecord): Promise<void> {
  const id = registration.enrolmentId ?? (await adoptPayment(context, registration));
  if (id) await updateEnrolment(context, id);
}
