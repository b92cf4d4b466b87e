import type { Order } from "~/domain/enrolment/order.ts";
import type { RegistrationStatus } from "~/domain/enrolment/payment-history.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Named } from "~/domain/pricing/payment-plan.ts";
import type { OrderDetails } from "~/edge/enrolments/registration-record.ts";
import type { Query } from "~/edge/query.ts";
import { sqlText } from "~/edge/sql-text.ts";
import type { Options } from "./options.ts";

/** A registration as staff read it in a list. */
export interface ListedRegistration {
  readonly reference: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly status: RegistrationStatus;
  readonly flag: string | null;
  readonly provider: string;
  readonly purpose: Order["purpose"];
  readonly course: Named;
  readonly plan: Named | null;
  readonly currency: Currency;
  /** Kobo or cents; null when it is not known what was bought. */
  readonly expectedMinor: number | null;
  readonly paidMinor: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly payerName: string;
  readonly payerEmail: string;
  /** null when nothing is known but who paid. */
  readonly details: OrderDetails | null;
}

/** The oldest first. */
export async function listRegistrations(
  query: Query,
  { period, status, flagged }: Pick<Options, "period" | "status" | "flagged">,
): Promise<ListedRegistration[]> {
  const conditions = [
    ...within("created_at", period),
    ...(status ? [`status = ${sqlText(status)}`] : []),
    ...(flagged ? ["flag IS NOT NULL"] : []),
  ];
  const [rows = []] = await query([
    `SELECT reference, created_at AS createdAt, status, flag, provider, purpose, course_id AS courseId,
       course_name AS courseName, plan_id AS planId, plan_name AS planName, currency,
       expected_minor AS expectedMinor, paid_minor AS paidMinor, customer_name AS name, customer_email AS email,
       customer_phone AS phone, payer_name AS payerName, payer_email AS payerEmail, details
     FROM registrations ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""}
     ORDER BY created_at, reference`,
  ]);
  return rows.map(
    ({ courseId, courseName, planId, planName, details, ...row }) =>
      ({
        ...row,
        course: { id: courseId, name: courseName },
        plan: planId ? { id: planId, name: planName } : null,
        details: JSON.parse(String(details)),
      }) as ListedRegistration,
  );
}

/** The conditions that keep a time of the database within a period. */
function within(column: string, { since, until }: Options["period"]): string[] {
  return [
    ...(since ? [`${column} >= ${sqlText(since)}`] : []),
    // Times begin with their day, and "T" sorts below "~".
    ...(until ? [`${column} < ${sqlText(`${until}~`)}`] : []),
  ];
}
