import type { Database } from "~/edge/database.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";
import { adoptPayment } from "./adopt-payment.ts";
import type { RegistrationRecord } from "./registration-record.ts";
import { COLUMNS, type Row, toRecord } from "./registration-row.ts";
import { updateEnrolment } from "./update-enrolment.ts";

/**
 * Has an enrolment follow from what was recorded of one of its payments; a payment without one is given one.
 * @throws when the database fails
 */
export async function followPayment(
  context: PaymentContext,
  registration: RegistrationRecord,
): Promise<void> {
  const id = registration.enrolmentId ?? (await adoptPayment(context, registration));
  if (id) await updateEnrolment(context, id);
}

/** So many are given an enrolment by one sweep. */
const ADOPTED_A_SWEEP = 50;

/** Gives an enrolment to the payments that came before there were any. @throws when the database fails */
export async function adoptPayments(context: PaymentContext): Promise<void> {
  for (const registration of await findWithoutEnrolment(context.db)) {
    try {
      await followPayment(context, registration);
    } catch (error) {
      logError("payment-not-adopted", { reference: registration.reference, reason: reasonOf(error) });
    }
  }
}

async function findWithoutEnrolment(db: Database): Promise<RegistrationRecord[]> {
  const { results } = await db
    .prepare(
      // The last condition holds for all: with it the index is searched from its beginning, and not read through.
      `SELECT ${COLUMNS} FROM registrations
       WHERE enrolment_id IS NULL AND status <> 'unpaid' AND created_at > '' ORDER BY created_at LIMIT ?`,
    )
    .bind(ADOPTED_A_SWEEP)
    .all<Row>();
  return results.map(toRecord);
}
