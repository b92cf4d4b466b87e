import { escapeHtml } from "~/domain/contact/escape-html.ts";
import { type Day, dayLabel } from "~/domain/dates/day.ts";
import { lagosDay, lagosTime } from "~/domain/dates/lagos-day.ts";
import { describeLateRule, lateRule } from "~/domain/enrolment/late-payment.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { type Currency, formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { enqueueMails } from "~/edge/mail/enqueue-mail.ts";
import { storingForStaff } from "~/edge/mail/staff-mail.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";

/** The list leaves at this hour in Lagos. */
const HOUR = 9;
/** A mail lists so many; the desk and the commands have all. */
const MOST = 200;

interface Arrear {
  readonly id: string;
  readonly courseName: string;
  readonly planId: string;
  readonly learner: string;
  readonly currency: Currency;
  readonly number: number;
  readonly missingMinor: number;
  readonly dueOn: Day;
  readonly count: number;
}

/**
 * Mails staff, once a day, whose payments are late, and on which day the Terms say that more happens. On a day without any
 * there is no mail.
 * @throws when the database fails
 */
export async function listArrears(context: PaymentContext): Promise<void> {
  const { db, now } = context;
  const today = lagosDay(now);
  if (now < lagosTime(today, HOUR)) return;
  const keys = `arrears:${today}:`;
  const isListed = await db.prepare("SELECT day FROM daily_lists WHERE day = ?").bind(today).first();
  if (isListed) return;
  const arrears = await findArrears(db, today);
  const mail = {
    subject: `Late payments: ${arrears.length === MOST ? `${MOST} or more` : arrears.length}`,
    message: `<p>Late on ${dayLabel(today)}, the longest first.</p><ul>${arrears.map(line).join("")}</ul>`,
  };
  // Together: a list that fails midway is written by the next sweep.
  await db.batch([
    db.prepare("INSERT INTO daily_lists (day) VALUES (?) ON CONFLICT DO NOTHING").bind(today),
    ...(arrears.length > 0 ? storingForStaff(context, mail, keys) : []),
  ]);
  await enqueueMails(context, keys);
}

async function findArrears(db: PaymentContext["db"], today: Day): Promise<Arrear[]> {
  const { results } = await db
    .prepare(
      `SELECT enrolments.id, course_name AS courseName, plan_id AS planId, learner, charges.currency, number,
         amount_minor - paid_minor AS missingMinor, due_on AS dueOn,
         (SELECT COUNT(*) FROM charges AS all_charges WHERE all_charges.enrolment_id = enrolments.id
            AND all_charges.currency = charges.currency) AS count
       FROM charges JOIN enrolments ON enrolments.id = charges.enrolment_id
       WHERE due_on < ? AND due_on IS NOT NULL AND paid_minor < amount_minor
         AND enrolments.state = 'active' AND enrolments.currency = charges.currency
       ORDER BY due_on LIMIT ?`,
    )
    .bind(today, MOST)
    .all<Arrear>();
  return results;
}

function line({ id, courseName, planId, learner, currency, missingMinor, dueOn, count }: Arrear): string {
  const details = JSON.parse(learner);
  const rule = lateRule(planId, count, dueOn);
  const words = [
    `${fullName(details) || "Name not known"}, ${courseName}`,
    `${formatWithCode(fromMinor(currency, missingMinor))} was due on ${dayLabel(dueOn)}`,
    `${details.email} ${details.phone}`.trim(),
    id,
    rule ? describeLateRule(rule, dayLabel) : "",
  ];
  return `<li>${words.filter(Boolean).map(escapeHtml).join(". ")}</li>`;
}
