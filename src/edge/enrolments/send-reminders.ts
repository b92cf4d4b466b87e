import type { ChargeStanding } from "~/domain/enrolment/enrolment-standing.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Database } from "~/edge/database.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";
import type { PaymentContext } from "~/edge/payments/payment-context.ts";
import { reminderKey, writingReminder } from "./enrolment-mails.ts";
import { findEnrolment, paymentsOf, settingReminder, unlessWritten } from "./enrolment-store.ts";
import { standingIn } from "./enrolment-views.ts";
import { nextReminder, reminderOf } from "./reminder-times.ts";
import { currencyOf } from "./update-enrolment.ts";

interface DueReminder {
  readonly id: string;
  readonly currency: Currency;
  readonly number: number;
}

const A_SWEEP = 100;

/**
 * Writes the reminders that are due. The balance is read anew for each: nobody is reminded who has paid, withdrawn or said
 * stop, and one whose day has passed is left out. Each is kept once, whatever is repeated.
 * @throws when the database fails: the next sweep goes on
 */
export async function sendReminders(context: PaymentContext): Promise<void> {
  const due = await findDue(context.db, context.now);
  for (const reminder of due) {
    try {
      await remind(context, reminder);
    } catch (error) {
      logError("reminder-not-written", { id: reminder.id, reason: reasonOf(error) });
    }
  }
  if (due.length > 0) log("reminders-written", { count: due.length });
}

async function findDue(db: Database, now: Date): Promise<DueReminder[]> {
  const { results } = await db
    .prepare(
      "SELECT enrolment_id AS id, currency, number FROM charges WHERE remind_at <= ? ORDER BY remind_at LIMIT ?",
    )
    .bind(now.toISOString(), A_SWEEP)
    .all<DueReminder>();
  return results;
}

async function remind(context: PaymentContext, { id, currency, number }: DueReminder): Promise<void> {
  const { db, now } = context;
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return;
  const payments = await paymentsOf(db, id);
  const standing = standingIn(enrolment, payments, currency, now);
  const charge = standing.charges.find((each) => each.number === number);
  const isOwed =
    standing.state === "active" &&
    currencyOf(enrolment, payments) === currency &&
    charge !== undefined &&
    charge.state !== "paid";
  const name = isOwed && !enrolment.hasStoppedReminders ? reminderOf(charge, now) : null;
  const writing =
    name && charge && hasDay(charge)
      ? await writingReminder(context, { enrolment, standing }, charge, name)
      : [];
  await db.batch([
    ...writing,
    // Somebody who pays at this moment is not reminded: the next sweep looks again.
    unlessWritten(db, enrolment),
    settingReminder(db, id, { number, currency, remindAt: isOwed ? nextReminder(charge, now) : null }),
  ]);
  await enqueueLearnerMails(context, reminderKey(id, number));
}

function hasDay(charge: ChargeStanding): charge is ChargeStanding & { readonly due: string } {
  return charge.due !== null;
}
