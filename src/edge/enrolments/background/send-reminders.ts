import ical, { ICalEventTransparency } from "ical-generator";
import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { DAY_MS, type Day, lagosDay } from "~/domain/dates/day.ts";
import { describeAccess, nextReminder, type Reminder, reminderOf } from "~/domain/enrolment/access.ts";
import { chargeLabel } from "~/domain/enrolment/charge.ts";
import { type DerivedCharge, missingOf, unpaidCharges } from "~/domain/enrolment/enrolment-status.ts";
import { describePolicy, lateConsequence } from "~/domain/enrolment/late-payment.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { rowsOf, type Statement, statement } from "~/edge/database.ts";
import { paymentsOf } from "~/edge/enrolments/enrolment-payments.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { failIfChanged, findEnrolment, savingReminderTime } from "~/edge/enrolments/enrolment-store.ts";
import { currencyOf, pendingCharges, statusIn } from "~/edge/enrolments/enrolment-views.ts";
import { type DueReminder, enqueueJob } from "~/edge/jobs/jobs.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { queryProvider } from "~/edge/payment-lifecycle/check-payment.ts";
import { findUndecided } from "~/edge/payments/check-schedule.ts";
import { requestsOf } from "~/edge/requests/request-store.ts";
import {
  enrolledIn,
  freshLink,
  type MailedEnrolment,
  type MailTools,
  mailCharges,
  reminderKeyPrefix,
} from "../mails/enrolment-mails.ts";

const REMINDERS_PER_SWEEP = 100;

/** Enqueues the due reminders. Each takes about ten statements, too many for one sweep to write them all. */
export async function enqueueReminders({ db, jobs, now }: AppContext): Promise<void> {
  const results = await rowsOf<DueReminder>(db)`SELECT enrolment_id AS id, currency, number FROM charges
    WHERE remind_at <= ${now} ORDER BY remind_at LIMIT ${REMINDERS_PER_SWEEP}`;
  await Promise.all(results.map((due) => enqueueJob(jobs, { type: "reminder", ...due })));
}

/**
 * Writes a due reminder, once. A learner who has paid, withdrawn or stopped reminders gets none, and a
 * reminder that is too late is skipped. Providers are asked about payments without an outcome.
 * A reminder waits for another sweep while a payment is under way or held back, or while a provider gives no
 * answer. The reminder of an overdue charge also waits while a request for more time is open.
 */
export async function sendReminder(context: AppContext, reminder: DueReminder): Promise<void> {
  try {
    if (await remind(context, reminder)) return;
  } catch (error) {
    logError("reminder-not-written", { id: reminder.id, reason: reasonOf(error) });
  }
  await putOff(context, reminder);
}

/** Moves a reminder behind the other due ones, unless it has been rescheduled. */
async function putOff({ db, now }: AppContext, { id, currency, number }: DueReminder): Promise<void> {
  await statement(db)`UPDATE charges SET remind_at = ${now}
    WHERE enrolment_id = ${id} AND currency = ${currency} AND number = ${number}
      AND remind_at < ${now}`.run();
}

/** Writes or skips a reminder. @returns false if it has to wait for another sweep */
async function remind(context: AppContext, dueReminder: DueReminder): Promise<boolean> {
  let balance = await readBalance(context, dueReminder);
  const undecided = balance?.reminder ? await findUndecided(context.db, dueReminder.id) : [];
  for (const payment of undecided) {
    // This throws if the provider gives no answer, so that the reminder waits.
    const outcome = await queryProvider(context, { reference: payment.reference, payment });
    if (outcome === "under-way") return false;
  }
  if (undecided.length > 0) balance = await readBalance(context, dueReminder);
  if (!balance) return true;
  if (balance.reminder && balance.isHeldBack) return false;
  if (balance.reminder === "overdue" && (await isMoreTimeRequested(context, dueReminder))) return false;
  await writeAndReschedule(context, dueReminder, balance);
  return true;
}

/** The days for which a request for more time delays the reminder of an overdue payment. */
const QUIET_DAYS = 3;

/** Whether the learner has lately requested more time for a charge, without an answer from staff. */
async function isMoreTimeRequested({ db, now }: AppContext, { id, number }: DueReminder): Promise<boolean> {
  const since = new Date(now.getTime() - QUIET_DAYS * DAY_MS).toISOString();
  return (await requestsOf(db, id)).some(
    ({ kind, charge, createdAt, doneAt }) =>
      kind === "more-time" && charge === number && doneAt === null && createdAt > since,
  );
}

interface Balance extends MailedEnrolment {
  /** `null` unless the charge is owed. */
  readonly charge: DerivedCharge | null;
  /** The reminder that is due now; `null` if there is none. */
  readonly reminder: Reminder | null;
  /** Whether the provider holds a payment of the charge back. */
  readonly isHeldBack: boolean;
}

/** Reads what is owed for a charge; `null` if the enrolment was deleted. */
async function readBalance(
  { db, now }: AppContext,
  { id, currency, number }: DueReminder,
): Promise<Balance | null> {
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return null;
  const payments = await paymentsOf(db, id);
  const status = statusIn(enrolment, payments, currency, now);
  const charge = unpaidCharges(status.charges).find((candidate) => candidate.number === number);
  const isPayable = status.state === "active" && currencyOf(enrolment, payments) === currency;
  const isHeldBack = pendingCharges(payments, now).includes(number);
  if (!charge || !isPayable) return { enrolment, status, charge: null, reminder: null, isHeldBack };
  const reminder = enrolment.hasStoppedReminders ? null : reminderOf(charge, now);
  return { enrolment, status, charge, reminder, isHeldBack };
}

/** Writes a charge's reminder if one is due, and sets the time of the next one. */
async function writeAndReschedule(
  context: AppContext,
  { id, currency, number }: DueReminder,
  { enrolment, status, charge, reminder }: Balance,
): Promise<void> {
  const { db, now } = context;
  const writing =
    charge && reminder ? await writingReminder(context, { enrolment, status }, charge, reminder) : [];
  await db.batch([
    ...writing,
    // A learner who pays at this moment gets no reminder: the batch fails, and the next sweep looks again.
    failIfChanged(db, enrolment),
    savingReminderTime(db, id, { number, currency, remindAt: charge && nextReminder(charge, now) }),
  ]);
  await enqueueLearnerMails(context, reminderKeyPrefix(id, number));
}

async function writingReminder(
  tools: MailTools,
  { enrolment, status }: MailedEnrolment,
  charge: DerivedCharge,
  name: Reminder,
): Promise<Statement[]> {
  const { due, number } = charge;
  const { email } = enrolment.learner;
  if (due === null || !isEmailAddress(email)) return [];
  const link = await freshLink(tools, enrolment.id);
  const { site } = tools.templates.academy;
  const label = chargeLabel(charge, status.charges.length);
  const values = {
    ...enrolledIn(tools, enrolment),
    dueFor: label,
    amount: missingOf(charge),
    due,
    charges: mailCharges({ enrolment, status }),
    enrolmentLink: link.url,
    stopLink: new URL(`/prod/reminders/${enrolment.unsubscribeToken}`, site),
  };
  // The key contains the due date: if the date moves, the learner gets the reminder again.
  const mail = { to: email, key: `${reminderKeyPrefix(enrolment.id, number)}${name}:${due}` };
  if (name === "overdue") {
    const late = lateConsequence(enrolment.terms.latePaymentPolicy, due);
    const access = describeAccess(status, lagosDay(tools.now));
    const lateRule = late && { words: describePolicy(late.policy), day: late.from };
    const overdueValues = { ...values, access, lateRule };
    return [link.insertStatement, storingLearnerMail(tools, { ...mail, name, values: overdueValues })];
  }
  const event = { number, label, due, site, now: tools.now };
  const calendar = name === "due-soon" ? reminderCalendar(enrolment, event) : undefined;
  return [link.insertStatement, storingLearnerMail(tools, { ...mail, name, values, calendar })];
}

interface DueEvent {
  /** The charge's number. */
  readonly number: number;
  readonly label: string;
  readonly due: Day;
  readonly site: URL;
  readonly now: Date;
}

/** Returns an iCalendar file (RFC 5545) with the due date of one charge, always under the same id. */
function reminderCalendar(
  { id, course }: Pick<EnrolmentRecord, "id" | "course">,
  { number, label, due, site, now }: DueEvent,
): string {
  const calendar = ical({ name: `${course.name}: payments`, prodId: "//Academy//Payments//EN" });
  calendar.createEvent({
    id: `${id}-${number}@${site.hostname}`,
    stamp: now,
    start: new Date(`${due}T00:00:00Z`),
    allDay: true,
    summary: `${label}, ${course.name}: last day to pay`,
    url: new URL("/My-enrolment", site).href,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
  return calendar.toString();
}
