import type { Database } from "~/edge/database.ts";

export interface EnrolmentOfPayment {
  readonly id: string;
  readonly courseName: string;
}

/**
 * The enrolments of these payments, by their references; payments without one are left out. Rejects when the database fails.
 */
export async function enrolmentsOfPayments(
  db: Database,
  references: readonly string[],
): Promise<Map<string, EnrolmentOfPayment>> {
  const { results } = await db
    .prepare(
      `SELECT reference, enrolment_id AS id, course_name AS courseName FROM payments
       WHERE reference IN (SELECT value FROM json_each(?)) AND enrolment_id IS NOT NULL`,
    )
    .bind(JSON.stringify(references))
    .all<EnrolmentOfPayment & { readonly reference: string }>();
  return new Map(results.map(({ reference, ...enrolment }) => [reference, enrolment]));
}
