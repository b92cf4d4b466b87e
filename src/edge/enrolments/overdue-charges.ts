import { addDays, type Day, dayLabel, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import { type LateConsequence, lateConsequence } from "~/domain/enrolment/late-payment.ts";
import { fullName, readLearner } from "~/domain/enrolment/learner.ts";
import { type Currency, formatExact, fromMinor } from "~/domain/money/money.ts";
import type { LatePaymentPolicy } from "~/domain/pricing/payment-plan.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type Database, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import { deskLink, enqueueMails, storingForStaff } from "~/edge/mail/mail-store.ts";

/** A condition on `enrolments`: a charge is overdue. @param today the day in Lagos */
export const isLate = (today: Day) => sql`next_due_on < ${today}`;

/**
 * Returns the statement that updates `next_due_on` for {@link isLate}. It comes last in every batch that
 * writes an enrolment's state or charges.
 */
export function settingNextDue(db: Database, id: string): Statement {
  return statement(db)`UPDATE enrolments SET next_due_on = CASE state WHEN 'active' THEN (
      SELECT MIN(due_on) FROM charges
      WHERE enrolment_id = enrolments.id AND charges.currency = enrolments.currency
        AND is_paid = 0) END
    WHERE id = ${id}`;
}

interface OverdueCharge {
  readonly id: string;
  readonly courseName: string;
  readonly latePaymentPolicy: LatePaymentPolicy | null;
  /** JSON. */
  readonly learner: string;
  readonly currency: Currency;
  /** Kobo or cents. */
  readonly missingMinor: number;
  readonly dueOn: Day;
}

const MOST_LEARNERS = 1000;

/** Selects the overdue charges of the learners who have been late for the longest time. */
const lateCharges = (today: Day, learners: number) => sql`WITH late AS MATERIALIZED (
    SELECT id FROM enrolments WHERE ${isLate(today)} ORDER BY next_due_on, id LIMIT ${learners}
  ), late_charges AS (
    SELECT charges.* FROM late CROSS JOIN enrolments ON enrolments.id = late.id
    CROSS JOIN charges ON charges.enrolment_id = late.id AND charges.currency = enrolments.currency
    WHERE due_on < ${today} AND is_paid = 0
  )`;

async function overdueCharges(db: Database, today: Day, limit: number): Promise<OverdueCharge[]> {
  return rowsOf<OverdueCharge>(db)`${lateCharges(today, limit)}
    SELECT id, course_name AS courseName, terms ->> 'latePaymentPolicy' AS latePaymentPolicy, learner,
      late_charges.currency, amount_minor - paid_minor AS missingMinor, due_on AS dueOn
    FROM late_charges CROSS JOIN enrolments ON id = enrolment_id ORDER BY due_on, id LIMIT ${limit}`;
}

export interface LateSums {
  /** Whether there are more overdue learners than are counted. `sums` is then empty. */
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

/** The hour in Lagos from which the list is sent. */
const LIST_HOUR = 9;
const MOST_LISTED = 200;

/** Mails staff a list of the overdue charges once a week, with the days from which the Terms' consequences apply. */
export async function listOverdueCharges(context: AppContext): Promise<void> {
  const { db, now } = context;
  const today = lagosDay(now);
  if (now < lagosTime(today, LIST_HOUR)) return;
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
  if (await isListed(db, monday)) return;
  const overdue = await overdueCharges(db, today, MOST_LISTED);
  if (overdue.length === 0) return;
  const intro = `<p>Late on ${dayLabel(today)}, longest first. Message each learner from the desk.</p>`;
  const items = overdue.map(listItem).join("");
  const mail = {
    subject: `Late payments: ${overdue.length === MOST_LISTED ? `${MOST_LISTED} or more` : overdue.length}`,
    message: `${intro}<ul>${items}</ul>${deskLink(context.deskAt, "/enrolments?owes=late")}`,
  };
  const keys = `overdue:${monday}:`;
  // One batch writes the mails and notes that the week is listed. If two sweeps run at once, the mails' keys
  // allow only one list.
  await db.batch([
    ...storingForStaff(context, mail, keys),
    statement(db)`INSERT INTO weekly_lists (monday) VALUES (${monday}) ON CONFLICT DO NOTHING`,
  ]);
  await enqueueMails(context, keys);
}

async function isListed(db: AppContext["db"], monday: Day): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM weekly_lists WHERE monday = ${monday}`.first();
  return row !== null;
}

function listItem({ id, courseName, currency, missingMinor, dueOn, ...charge }: OverdueCharge): string {
  const learner = readLearner(charge.learner);
  const parts = [
    `${fullName(learner) || "Name not known"}, ${courseName}`,
    `${formatExact(fromMinor(currency, missingMinor))} was due on ${dayLabel(dueOn)}`,
    `${learner.email} ${learner.phone}`.trim(),
    id,
    consequenceText(lateConsequence(charge.latePaymentPolicy, dueOn)),
  ];
  return `<li>${parts.filter(Boolean).map(escapeHtml).join(". ")}</li>`;
}

/** Tells staff the consequence in the Terms; empty if access is only restricted. */
function consequenceText(consequence: LateConsequence | null): string {
  if (!consequence) return "";
  const from = dayLabel(consequence.from);
  return consequence.policy === "removed-after-a-week"
    ? `Terms: removed from the course from ${from}, no refund`
    : `Terms: dropped from the course from ${from}`;
}
