import { lagosDay } from "~/domain/dates/day.ts";
import { type EnrolmentState, enrolmentStatus } from "~/domain/enrolment/enrolment-status.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { JobQueue } from "~/edge/jobs/job.ts";
import { log } from "~/edge/log.ts";
import { enqueueMails } from "~/edge/mail/enqueue-mail.ts";
import { enqueueLearnerMails, withdrawingLearnerMails } from "~/edge/mail/learner-mail.ts";
import { sameEnrolments } from "./duplicate-enrolments.ts";
import { type EnrolmentPayment, paymentsOf } from "./enrolment-payments.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";
import { findEnrolment, savingCharge, savingStatus } from "./enrolment-store.ts";
import { type MailTools, reminderKey, writingReceipts } from "./mails/enrolment-mails.ts";
import { flagKeys, storingFlagNotice } from "./mails/flag-notice.ts";
import { nextReminder } from "./mails/send-reminders.ts";
import { settingNextDue } from "./overdue-charges.ts";

/** A retry is needed when another request wrote at the same moment. */
const MOST_ATTEMPTS = 10;

/**
 * Derives an enrolment's state from its payments and saves it. It may be called any number of times, also concurrently.
 * @throws when the database fails
 */
export async function updateEnrolment(
  tools: MailTools & { readonly jobs: JobQueue; readonly deskAt: URL | null },
  id: string,
): Promise<void> {
  const { db, now } = tools;
  for (let attempt = 1; ; attempt += 1) {
    const enrolment = await findEnrolment(db, id);
    if (!enrolment) return;
    const payments = await paymentsOf(db, id);
    const currency = currencyOf(enrolment, payments);
    if (!currency) return;
    const { withdrawnOn, heldAtWithdrawal } = enrolment;
    const charges = enrolment.charges[currency];
    const status = enrolmentStatus(
      { currency, charges, withdrawnOn, heldAtWithdrawal },
      payments,
      lagosDay(now),
    );
    const others = await sameEnrolments(db, enrolment);
    const isDuplicate = isCounted(status) && others.some((other) => !other.isDuplicate);
    const flags = isDuplicate ? [...status.flags, "duplicate" as const] : status.flags;
    // Staff have read of a payment's own flag in the notice of that payment.
    const unreported = flags.filter((flag) => payments.every((payment) => payment.flag !== flag));
    try {
      await db.batch([
        savingStatus(db, enrolment, { ...status, flags }, { currency, now }),
        ...storingFlagNotice(tools, enrolment, { ...status, flags: unreported, others }),
        ...status.charges.map((charge) =>
          savingCharge(db, id, {
            number: charge.number,
            currency,
            paidMinor: charge.paid.minor,
            remindAt: status.state === "active" ? nextReminder(charge, now) : null,
          }),
        ),
        settingNextDue(db, id),
        // A reminder that was written but not yet sent must not come after the payment.
        ...status.charges
          .filter((charge) => charge.status === "paid" || status.state !== "active")
          .flatMap(({ number }) => withdrawingLearnerMails(db, reminderKey(id, number))),
        ...(await writingReceipts(tools, { enrolment, status }, payments)),
      ]);
      for (const { reference, hasReceipt } of payments) {
        if (!hasReceipt) await enqueueLearnerMails(tools, `${reference}:receipt`);
      }
      await enqueueMails(tools, flagKeys(enrolment));
      if (enrolment.state === status.state) return;
      log("enrolment-updated", { id, state: status.state });
      // Where this one's money went back, another of the same learner may no longer be a duplicate.
      if (isCounted(enrolment) && !isCounted(status)) {
        for (const other of others) if (other.isDuplicate) await updateEnrolment(tools, other.id);
      }
      return;
    } catch (error) {
      const latest = await findEnrolment(db, id);
      if (latest?.version === enrolment.version || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}

/** Whether it was paid for, and not withdrawn. */
function isCounted({ state }: { readonly state: EnrolmentState }): boolean {
  return state === "active" || state === "complete";
}

/** The currency of an enrolment: the one it was fixed in, or else that of the first payment that came; null before that. */
export function currencyOf(
  { currency }: Pick<EnrolmentRecord, "currency">,
  payments: readonly Pick<EnrolmentPayment, "reference" | "held" | "isRefunded">[],
): Currency | null {
  if (currency) return currency;
  const [first] = payments
    .filter(({ held, isRefunded }) => held.minor > 0 || isRefunded)
    .toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  return first?.held.currency ?? null;
}
