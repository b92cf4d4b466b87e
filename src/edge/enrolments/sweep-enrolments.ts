import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { oldestKept, RETENTION_DAYS } from "~/edge/jobs/run-sweeps.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { deletingPayments, IS_ABANDONED } from "~/edge/payments/delete-unpaid.ts";
import { COLUMNS, type PaymentRecord, type Row, toRecord } from "~/edge/payments/payment-record.ts";
import { followPayment } from "./adopt-payment.ts";
import { dateCohorts } from "./date-cohorts.ts";

/** How many payments one sweep gives an enrolment. */
const ADOPTED_A_SWEEP = 50;

/**
 * Gives an enrolment to each payment that came without one, gives announced days to the enrolments of a cohort, and deletes enrolments that were started and never paid.
 * @throws when the database fails
 */
export async function sweepEnrolments(context: AppContext): Promise<void> {
  for (const payment of await findWithoutEnrolment(context.db)) {
    try {
      await followPayment(context, payment);
    } catch (error) {
      logError("payment-not-adopted", { reference: payment.reference, reason: reasonOf(error) });
    }
  }
  await dateCohorts(context);
  await deleteStarted(context.db, oldestKept(RETENTION_DAYS.unpaidPayment, context.now));
}

async function findWithoutEnrolment(db: Database): Promise<PaymentRecord[]> {
  const { results } = await db
    .prepare(
      // The last condition holds for all: with it the index is searched from its beginning, and not read through.
      `SELECT ${COLUMNS} FROM payments
       WHERE enrolment_id IS NULL AND status <> 'unpaid' AND created_at > '' ORDER BY created_at LIMIT ?`,
    )
    .bind(ADOPTED_A_SWEEP)
    .all<Row>();
  return results.map(toRecord);
}

/** Deletes what was started and never paid, once none of its payments is recent: an enrolment, and all that was started for it. */
async function deleteStarted(db: Database, before: Date): Promise<void> {
  const time = before.toISOString();
  const started = `SELECT id FROM enrolments WHERE state = 'started' AND created_at < ?
    AND NOT EXISTS (SELECT 1 FROM payments WHERE enrolment_id = enrolments.id AND NOT (${IS_ABANDONED}))`;
  await db.batch([
    ...deletingPayments(db, `enrolment_id IN (${started})`, [time, time]),
    db.prepare(`DELETE FROM enrolments WHERE id IN (${started})`).bind(time, time),
  ]);
}
