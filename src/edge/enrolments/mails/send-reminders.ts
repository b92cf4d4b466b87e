import type { ChargeStanding } from "~/domain/enrolment/enrolment-standing.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { enqueueJob } from "~/edge/jobs/enqueue-job.ts";
import type { DueReminder } from "~/edge/jobs/job.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import { findOut } from "~/edge/payments/check-payment.ts";
import { findUndecided } from "~/edge/payments/check-schedule.ts";
import type { PaymentProviders } from "~/edge/payments/payment-providers.ts";
import { paymentsOf } from "../enrolment-payments.ts";
import { findEnrolment, settingReminder, unlessWritten } from "../enrolment-store.ts";
import { isPending, standingIn } from "../enrolment-views.ts";
import { currencyOf } from "../update-enrolment.ts";
import { reminderKey, writingReminder } from "./enrolment-mails.ts";
import { nextReminder, reminderOf } from "./reminder-times.ts";

/** How many one sweep hands over; the next one goes on. */
const A_SWEEP = 100;

/**
 * Hands the reminders that are due to the queue: each takes about ten statements, and many are due on one day. One that is
 * still due is handed over again by the next sweep.
 * @throws when the database fails: the next sweep goes on
 */
export async function enqueueReminders({ db, jobs, now }: AppContext): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT enrolment_id AS id, currency, number FROM charges WHERE remind_at <= ? ORDER BY remind_at LIMIT ?",
    )
    .bind(now.toISOString(), A_SWEEP)
    .all<DueReminder>();
  await Promise.all(results.map((due) => enqueueJob(jobs, { type: "reminder", ...due })));
}

/**
 * Writes a reminder that is due. The balance is read again, and the provider asked about a payment whose outcome is not
 * known: a learner who has paid, withdrawn or stopped reminders gets none, and one that is too late is left out. It is
 * stored once, however often this runs. One whose payment is under way or held back, or about which a provider gives no
 * answer, waits for another sweep, behind those that have not been looked at.
 * @throws when the database fails: the queue tries again
 */
export async function sendReminder(
  context: AppContext,
  providers: PaymentProviders,
  reminder: DueReminder,
): Promise<void> {
  try {
    if (await remind(context, providers, reminder)) return;
  } catch (error) {
    logError("reminder-not-written", { id: reminder.id, reason: reasonOf(error) });
  }
  await putOff(context, reminder);
}

/** Lets the others that are due go first in the next sweep. One that has been settled meanwhile stays so. */
async function putOff({ db, now }: AppContext, { id, currency, number }: DueReminder): Promise<void> {
  await db
    .prepare(
      "UPDATE charges SET remind_at = ?1 WHERE enrolment_id = ?2 AND currency = ?3 AND number = ?4 AND remind_at < ?1",
    )
    .bind(now.toISOString(), id, currency, number)
    .run();
}

/** Writes a reminder, or leaves it out. @returns false where it waits for the outcome of a payment */
async function remind(
  context: AppContext,
  providers: PaymentProviders,
  reminder: DueReminder,
): Promise<boolean> {
  const found = await findOwed(context, reminder);
  const undecided = found?.name ? await findUndecided(context.db, reminder.id) : [];
  for (const payment of undecided) {
    const answer = await findOut(context, providers, { reference: payment.reference, payment });
    if (answer === "under-way") return false;
  }
  const owed = undecided.length > 0 ? await findOwed(context, reminder) : found;
  if (found?.name && owed?.isHeldBack) return false;
  if (owed) await write(context, reminder, owed);
  return true;
}

/** What is owed of a charge, and the reminder whose day it is; null where its enrolment was deleted. */
async function findOwed({ db, now }: AppContext, { id, currency, number }: DueReminder) {
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return null;
  const payments = await paymentsOf(db, id);
  const standing = standingIn(enrolment, payments, currency, now);
  const charge = standing.charges.find((each) => each.number === number);
  const isOwed =
    standing.state === "active" &&
    currencyOf(enrolment, payments) === currency &&
    charge !== undefined &&
    charge.state !== "paid";
  const name = isOwed && !enrolment.hasStoppedReminders ? reminderOf(charge, now) : null;
  // Its payer has done their part, and can pay nothing else meanwhile.
  const isHeldBack = isPending(payments);
  return { enrolment, standing, charge: isOwed ? charge : null, name, isHeldBack };
}

async function write(
  context: AppContext,
  { id, currency, number }: DueReminder,
  { enrolment, standing, charge, name }: NonNullable<Awaited<ReturnType<typeof findOwed>>>,
): Promise<void> {
  const { db, now } = context;
  const writing =
    name && charge && hasDay(charge)
      ? await writingReminder(context, { enrolment, standing }, charge, name)
      : [];
  await db.batch([
    ...writing,
    // A learner who pays at this moment is not reminded: the next sweep looks again.
    unlessWritten(db, enrolment),
    settingReminder(db, id, { number, currency, remindAt: charge && nextReminder(charge, now) }),
  ]);
  await enqueueLearnerMails(context, reminderKey(id, number));
}

function hasDay(charge: ChargeStanding): charge is ChargeStanding & { readonly due: string } {
  return charge.due !== null;
}
