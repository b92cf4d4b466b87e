import type { Day } from "~/domain/dates/day.ts";
import type { Currency } from "~/domain/money/money.ts";
import { type Database, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";

/** A condition on rows of `enrolments`. @param today in Lagos */
export const isLate = (today: Day) => sql`next_due_on < ${today}`;

/** The statement that keeps {@link isLate} true of an enrolment: last in every batch that writes its state or its charges. */
export function settingNextDue(db: Database, id: string): Statement {
  return statement(db)`UPDATE enrolments SET next_due_on = CASE state WHEN 'active' THEN (
      SELECT MIN(due_on) FROM charges
      WHERE enrolment_id = enrolments.id AND charges.currency = enrolments.currency
        AND paid_minor < amount_minor) END
    WHERE id = ${id}`;
}

export interface OverdueCharge {
  readonly id: string;
  readonly courseId: string;
  readonly courseName: string;
  readonly planId: string;
  readonly planName: string;
  /** JSON. */
  readonly learner: string;
  readonly currency: Currency;
  /** Kobo or cents. */
  readonly missingMinor: number;
  readonly dueOn: Day;
}

/** How many learners are looked at: no one works through a longer list. */
const MOST_LEARNERS = 1000;

/** Of the learners who have been late for longest. */
const lateCharges = (today: Day, learners: number) => sql`WITH late AS MATERIALIZED (
    SELECT id FROM enrolments WHERE ${isLate(today)} ORDER BY next_due_on, id LIMIT ${learners}
  ), late_charges AS (
    SELECT charges.* FROM late CROSS JOIN enrolments ON enrolments.id = late.id
    CROSS JOIN charges ON charges.enrolment_id = late.id AND charges.currency = enrolments.currency
    WHERE due_on < ${today} AND paid_minor < amount_minor
  )`;

export async function overdueCharges(db: Database, today: Day, limit: number): Promise<OverdueCharge[]> {
  return rowsOf<OverdueCharge>(db)`${lateCharges(today, limit)}
    SELECT id, course_id AS courseId, course_name AS courseName, plan_id AS planId, plan_name AS planName,
      learner, late_charges.currency, amount_minor - paid_minor AS missingMinor, due_on AS dueOn
    FROM late_charges CROSS JOIN enrolments ON id = enrolment_id ORDER BY due_on, id LIMIT ${limit}`;
}

export interface LateSums {
  /** There are more learners than are looked at, and no sums. */
  readonly isMore: boolean;
  readonly learners: number;
  readonly sums: readonly {
    readonly currency: Currency;
    readonly payments: number;
    /** Kobo or cents. */
    readonly minor: number;
  }[];
}

export async function lateSums(db: Database, today: Day): Promise<LateSums> {
  const results = await rowsOf<{ currency: Currency; payments: number; learners: number; minor: number }>(db)`
    ${lateCharges(today, MOST_LEARNERS + 1)}
    SELECT currency, COUNT(*) AS payments, COUNT(DISTINCT enrolment_id) AS learners,
      SUM(amount_minor - paid_minor) AS minor
    FROM late_charges GROUP BY currency`;
  const learners = results.reduce((sum, row) => sum + row.learners, 0);
  return learners > MOST_LEARNERS
    ? { isMore: true, learners: MOST_LEARNERS, sums: [] }
    : { isMore: false, learners, sums: results };
}
