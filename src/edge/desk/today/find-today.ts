import { firstClassOf } from "~/domain/dates/cohort.ts";
import { addDays, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import { IS_FLAGGED } from "~/edge/payments/payment-record.ts";

/** How many a list names; the address beside it has all. */
const MOST_NAMED = 20;

export interface FlaggedPayment {
  readonly reference: string;
  readonly flag: string;
  readonly courseName: string;
  readonly enrolmentId: string | null;
}

/** The most urgent first: a dispute is due at the bank within days. */
export async function flaggedPayments(db: Database): Promise<FlaggedPayment[]> {
  return rowsOf<FlaggedPayment>(db)`
    SELECT reference, flag, course_name AS courseName, enrolment_id AS enrolmentId FROM payments
    WHERE ${IS_FLAGGED} AND created_at > ''
    ORDER BY flag <> 'disputed', created_at DESC LIMIT ${MOST_NAMED}`;
}

export interface FailedMail {
  readonly id: number;
  readonly subject: string;
  readonly failedAt: string;
  /** Without personal data. */
  readonly reason: string;
}

export async function failedMails(db: Database): Promise<FailedMail[]> {
  return rowsOf<FailedMail>(db)`SELECT mails.id, subject, failed_at AS failedAt, reason
    FROM failed_mails JOIN mails ON mails.id = mail_id
    WHERE mail_id > 0 ORDER BY mail_id DESC LIMIT ${MOST_NAMED}`;
}

export interface NamelessEnrolment {
  readonly id: string;
  readonly courseName: string;
  /** Of whoever paid; empty where it is not known. */
  readonly email: string;
}

export async function withoutDetails(db: Database): Promise<NamelessEnrolment[]> {
  // Without the index's name SQLite would read the details of all who have paid.
  return rowsOf<NamelessEnrolment>(db)`SELECT id, course_name AS courseName,
      coalesce(learner ->> 'email', '') AS email
    FROM enrolments INDEXED BY enrolments_without_details
    WHERE has_details = 0 AND erased_at IS NULL AND state IN ('active', 'complete') AND created_at > ''
    ORDER BY created_at DESC LIMIT ${MOST_NAMED}`;
}

/**
 * Enrolments whose rest is due on no day, and would be in a cohort with a date: no reminder is sent, and they are never late.
 * Those in a cohort that is still to get its date are left out.
 */
export async function withoutDates(
  db: Database,
  prices: PriceList,
): Promise<{ id: string; courseName: string; planName: string; cohort: string }[]> {
  const awaited = prices.cohorts.filter((cohort) => firstClassOf(cohort) === null).map(({ id }) => id);
  return rowsOf<{ id: string; courseName: string; planName: string; cohort: string }>(db)`
    SELECT id, course_name AS courseName, plan_name AS planName, cohort
    FROM enrolments INDEXED BY enrolments_without_dates
    WHERE state = 'active' AND next_due_on IS NULL
      AND cohort NOT IN (SELECT value FROM json_each(${JSON.stringify(awaited)}))
      AND created_at > ''
    ORDER BY created_at DESC LIMIT ${MOST_NAMED}`;
}

export interface CourseWeek {
  readonly courseName: string;
  /** Enrolments that started, and how many of these were paid for. */
  readonly started: number;
  readonly paidFor: number;
  /** Kobo and cents received, for any enrolment. */
  readonly ngn: number;
  readonly usd: number;
}

const DAYS = 7;

/** The seven days until today, by the clock in Lagos. */
export async function weekOf(db: Database, now: Date): Promise<CourseWeek[]> {
  const since = lagosTime(addDays(lagosDay(now), 1 - DAYS), 0).toISOString();
  const [started, came] = await Promise.all([
    rowsOf<Pick<CourseWeek, "courseName" | "started" | "paidFor">>(db)`
      SELECT course_name AS courseName, COUNT(*) AS started, SUM(state <> 'started') AS paidFor
      FROM enrolments
      WHERE created_at >= ${since} GROUP BY course_name`,
    rowsOf<{ courseName: string; currency: string; minor: number }>(db)`
      SELECT course_name AS courseName, payment_events.currency, SUM(amount_minor) AS minor
      FROM payment_events JOIN payments ON payments.reference = payment_events.reference
      WHERE payment_events.provider IN ('paystack', 'paypal', 'transfer', 'cash') AND kind = 'charged'
        AND occurred_at >= ${since}
      GROUP BY course_name, payment_events.currency`,
  ]);
  const names = [...new Set([...started, ...came].map(({ courseName }) => courseName))];
  const minorOf = (name: string, wantedCurrency: string) =>
    came.find(({ courseName, currency }) => courseName === name && currency === wantedCurrency)?.minor ?? 0;
  return names
    .map((courseName) => {
      const row = started.find((candidate) => candidate.courseName === courseName);
      return {
        courseName,
        started: row?.started ?? 0,
        paidFor: row?.paidFor ?? 0,
        ngn: minorOf(courseName, "NGN"),
        usd: minorOf(courseName, "USD"),
      };
    })
    .sort((a, b) => b.started - a.started || b.ngn - a.ngn);
}
