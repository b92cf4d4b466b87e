/** The columns of a payment. */
import type { PaymentRecord } from "./payment-record.ts";

/** What is read of a row, by the names of {@link Row}. */
export const COLUMNS = `reference, provider, purpose, course_id AS courseId, course_name AS courseName, plan_id AS planId,
  plan_name AS planName, currency, expected_minor AS expectedMinor, agreement, paid_minor AS paidMinor, status, flag,
  duplicate_of AS duplicateOf, details, customer_email AS email, customer_name AS name, customer_phone AS phone, payer_name AS payerName, payer_email AS payerEmail,
  provider_order_id AS providerOrderId, ordered_at AS orderedAt, started_at AS startedAt, created_at AS createdAt,
  enrolment_id AS enrolmentId`;

/** A condition on rows of `payments`: staff have not looked at its flag. */
export const IS_FLAGGED = "flag IS NOT NULL AND flag IS NOT seen_flag";

export type Row = Omit<PaymentRecord, "course" | "plan" | "agreement" | "details" | "customer" | "payer"> &
  PaymentRecord["customer"] & {
    readonly courseId: string;
    readonly courseName: string;
    readonly planId: string;
    readonly planName: string;
    readonly agreement: string | null;
    readonly details: string;
    readonly payerName: string;
    readonly payerEmail: string;
  };

export function toRecord(stored: Row): PaymentRecord {
  const {
    courseId,
    courseName,
    planId,
    planName,
    agreement,
    details,
    email,
    name,
    phone,
    payerName,
    payerEmail,
    ...row
  } = stored;
  return {
    ...row,
    course: { id: courseId, name: courseName },
    plan: planId ? { id: planId, name: planName } : null,
    agreement: agreement === null ? null : JSON.parse(agreement),
    details: JSON.parse(details),
    customer: { email, name, phone },
    payer: payerName || payerEmail ? { name: payerName, email: payerEmail } : null,
  };
}
