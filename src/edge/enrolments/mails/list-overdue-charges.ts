import { type Day, dayLabel, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import { type PriceList, planOf } from "~/domain/enrolment/agreement.ts";
import { type LateConsequence, lateConsequence } from "~/domain/enrolment/late-payment-policy.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { formatWithCode, fromMinor } from "~/domain/money/money.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { statement } from "~/edge/database.ts";
import { type OverdueCharge, overdueCharges } from "~/edge/enrolments/overdue-charges.ts";
import { deskLink, enqueueMails, storingForStaff } from "~/edge/mail/mail-store.ts";

const HOUR = 9;
/** How many a mail lists; the desk and the commands have all. */
const MOST = 200;

/**
 * Mails staff, once a day, whose payments are late, and from which day the Terms' consequences apply. On a day without any
 * there is no mail.
 */
export async function listOverdueCharges(context: AppContext): Promise<void> {
  const { db, now, prices } = context;
  const today = lagosDay(now);
  if (now < lagosTime(today, HOUR)) return;
  if (await isListed(db, today)) return;
  const overdue = await overdueCharges(db, today, MOST);
  const mail = {
    subject: `Late payments: ${overdue.length === MOST ? `${MOST} or more` : overdue.length}`,
    message: `<p>Late on ${dayLabel(today)}, longest first. Message each learner from the desk.</p><ul>${overdue.map((late) => line(late, prices)).join("")}</ul>${deskLink(context.deskAt, "/enrolments?owes=late")}`,
  };
  const keys = `overdue:${today}:`;
  // Together or not at all: a day whose mails were not stored is not listed. Of two sweeps at once the mails' keys keep one.
  await db.batch([
    ...(overdue.length > 0 ? storingForStaff(context, mail, keys) : []),
    statement(db)`INSERT INTO daily_lists (day) VALUES (${today}) ON CONFLICT DO NOTHING`,
  ]);
  await enqueueMails(context, keys);
}

async function isListed(db: AppContext["db"], day: Day): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM daily_lists WHERE day = ${day}`.first();
  return row !== null;
}

function line(
  { id, courseId, courseName, planId, planName, learner, currency, missingMinor, dueOn }: OverdueCharge,
  prices: PriceList,
): string {
  const plan = planOf(prices, { id: courseId, name: courseName }, { id: planId, name: planName });
  const details = JSON.parse(learner);
  const words = [
    `${fullName(details) || "Name not known"}, ${courseName}`,
    `${formatWithCode(fromMinor(currency, missingMinor))} was due on ${dayLabel(dueOn)}`,
    `${details.email} ${details.phone}`.trim(),
    id,
    consequenceWords(lateConsequence(plan?.latePaymentPolicy ?? null, dueOn)),
  ];
  return `<li>${words.filter(Boolean).map(escapeHtml).join(". ")}</li>`;
}

/** What the Terms say of it, for staff; empty where they only restrict access. */
function consequenceWords(consequence: LateConsequence | null): string {
  if (!consequence) return "";
  const from = dayLabel(consequence.from);
  return consequence.policy === "removed-after-a-week"
    ? `Terms: removed from the course from ${from}, no refund`
    : `Terms: dropped from the course from ${from}`;
}
