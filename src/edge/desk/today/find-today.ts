import { firstClassOf } from "~/domain/dates/cohort.ts";
import { addDays, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { fullName, readLearner } from "~/domain/enrolment/learner.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import { HAS_TUITION } from "~/edge/enrolments/cohort-seats.ts";
import { HAS_UNSEEN_FLAG } from "~/edge/payments/payment-record.ts";

/** The most rows that a list names. The linked page has all. */
const MAX_NAMED = 20;

export interface FlaggedPayment {
  readonly reference: string;
  readonly flag: string;
  readonly courseName: string;
  readonly enrolmentId: string | null;
  /** The learner's name, or the payer's if there is no enrolment; empty if unknown. */
  readonly name: string;
}

/** Returns the flagged payments, disputes first, because a bank must be answered within days. */
export async function flaggedPayments(db: Database): Promise<FlaggedPayment[]> {
  const rows = await rowsOf<FlaggedPayment & { readonly learner: string }>(db)`
    SELECT reference, flag, payments.course_name AS courseName, enrolment_id AS enrolmentId,
      customer_name AS name, coalesce(learner, '{}') AS learner
    FROM payments LEFT JOIN enrolments ON enrolments.id = enrolment_id
    WHERE ${HAS_UNSEEN_FLAG} AND payments.created_at > ''
    ORDER BY flag <> 'disputed', payments.created_at DESC LIMIT ${MAX_NAMED}`;
  return rows.map(({ learner, ...row }) => ({ ...row, name: fullName(readLearner(learner)) || row.name }));
}

export interface FailedMail {
  readonly id: number;
  readonly subject: string;
  readonly failedAt: string;
  /** The reason, without personal data. */
  readonly reason: string;
}

export async function failedMails(db: Database): Promise<FailedMail[]> {
  return rowsOf<FailedMail>(db)`SELECT mails.id, subject, failed_at AS failedAt, reason
    FROM failed_mails JOIN mails ON mails.id = mail_id
    WHERE mail_id > 0 ORDER BY mail_id DESC LIMIT ${MAX_NAMED}`;
}

export interface NamelessEnrolment {
  readonly id: string;
  readonly courseName: string;
  /** The payer's e-mail address; empty if unknown. */
  readonly email: string;
}

export async function withoutDetails(db: Database): Promise<NamelessEnrolment[]> {
  // The query names the index, because SQLite would otherwise read the details of all paid enrolments.
  return rowsOf<NamelessEnrolment>(db)`SELECT id, course_name AS courseName,
      coalesce(learner ->> 'email', '') AS email
    FROM enrolments INDEXED BY enrolments_without_details
    WHERE has_details = 0 AND erased_at IS NULL AND state IN ('active', 'complete') AND created_at > ''
    ORDER BY created_at DESC LIMIT ${MAX_NAMED}`;
}

export interface DatelessEnrolment {
  readonly id: string;
  readonly courseName: string;
  readonly planName: string;
  readonly cohort: string;
}

/** Returns enrolments that lack due dates although their cohort has a first class. */
export async function withoutDates(db: Database, prices: PriceList): Promise<DatelessEnrolment[]> {
  const undatedCohorts = prices.cohorts.filter((cohort) => firstClassOf(cohort) === null).map(({ id }) => id);
  return rowsOf<DatelessEnrolment>(db)`
    SELECT id, course_name AS courseName, plan_name AS planName, cohort
    FROM enrolments INDEXED BY enrolments_without_dates
    WHERE state = 'active' AND next_due_on IS NULL AND ${HAS_TUITION}
      AND cohort NOT IN (SELECT value FROM json_each(${JSON.stringify(undatedCohorts)}))
      AND created_at > ''
    ORDER BY created_at DESC LIMIT ${MAX_NAMED}`;
}

export interface CourseWeek {
  /** The course's latest name. */
  readonly courseName: string;
  /** The number of enrolments that started, and of those that were paid. */
  readonly started: number;
  readonly paidFor: number;
  /** The received amounts in kobo and cents, for any enrolment. */
  readonly ngn: number;
  readonly usd: number;
}

const DAYS = 7;

/** Counts the seven days until today, by the clock in Lagos. */
export async function weekOf(db: Database, now: Date): Promise<CourseWeek[]> {
  const since = lagosTime(addDays(lagosDay(now), 1 - DAYS), 0).toISOString();
  // The plus keeps SQLite from reading all enrolments in the order of their courses.
  const [started, received] = await Promise.all([
    rowsOf<Pick<CourseWeek, "courseName" | "started" | "paidFor"> & { courseId: string; latest: string }>(db)`
      SELECT course_id AS courseId, course_name AS courseName, MAX(created_at) AS latest,
        COUNT(*) AS started, SUM(state <> 'started') AS paidFor
      FROM enrolments
      WHERE created_at >= ${since} GROUP BY +course_id`,
    rowsOf<{ courseId: string; courseName: string; latest: string; currency: string; minor: number }>(db)`
      SELECT course_id AS courseId, course_name AS courseName, MAX(created_at) AS latest, payment_events.currency,
        SUM(iif(kind = 'charged', amount_minor, -amount_minor)) AS minor
      FROM payment_events JOIN payments ON payments.reference = payment_events.reference
      WHERE payment_events.provider IN ('paystack', 'paypal', 'transfer', 'cash') AND kind IN ('charged', 'retracted')
        AND occurred_at >= ${since}
      GROUP BY course_id, payment_events.currency`,
  ]);
  const courses = Map.groupBy([...started, ...received], ({ courseId }) => courseId);
  const minorOf = (id: string, wantedCurrency: string) =>
    received.find(({ courseId, currency }) => courseId === id && currency === wantedCurrency)?.minor ?? 0;
  return [...courses]
    .map(([id, rows]) => {
      const row = started.find(({ courseId }) => courseId === id);
      const [newest] = rows.toSorted((a, b) => b.latest.localeCompare(a.latest));
      return {
        courseName: newest?.courseName ?? "",
        started: row?.started ?? 0,
        paidFor: row?.paidFor ?? 0,
        ngn: minorOf(id, "NGN"),
        usd: minorOf(id, "USD"),
      };
    })
    .sort((a, b) => b.started - a.started || b.ngn - a.ngn);
}
