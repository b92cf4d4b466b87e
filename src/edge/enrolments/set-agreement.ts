import { findCohort, firstClassOf } from "~/domain/dates/cohort.ts";
import type { Day } from "~/domain/dates/day.ts";
import { nextReminder } from "~/domain/enrolment/access.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { AgreedPart } from "~/domain/enrolment/changed-agreement.ts";
import { type Charge, datedBy, describeChargeDue } from "~/domain/enrolment/charge.ts";
import {
  type EnrolmentStatus,
  missingOf,
  type RaisedFlag,
  unpaidCharges,
} from "~/domain/enrolment/enrolment-status.ts";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import { CURRENCIES, type Currency, formatExact } from "~/domain/money/money.ts";
import { purchaseName } from "~/domain/pricing/payment-plan.ts";
import { lowerFirst } from "~/domain/text.ts";
import { type Database, type Statement, statement } from "~/edge/database.ts";
import { withdrawingLearnerMails } from "~/edge/mail/learner-mail.ts";
import { settingOff } from "~/edge/vouchers/voucher-store.ts";
import { endingKeys } from "./enrolment-keys.ts";
import type { EnrolmentPayment } from "./enrolment-payments.ts";
import { type EnrolmentRecord, flagsText } from "./enrolment-record.ts";
import { addingCharges, savingCharge, savingStatus } from "./enrolment-store.ts";
import { currencyOf, shownCurrency, statusIn } from "./enrolment-views.ts";
import { reminderKeyPrefix, withdrawingReminders } from "./mails/enrolment-mails.ts";
import { settingNextDue } from "./overdue-charges.ts";
import { savedCharge } from "./update-enrolment.ts";

interface CohortChange {
  readonly after: EnrolmentRecord;
  /** The charges whose day changes, unless they are paid in the meantime. */
  readonly moved: readonly {
    readonly currency: Currency;
    readonly number: number;
    readonly due: Day | null;
  }[];
  readonly statements: readonly Statement[];
}

/** Sets a cohort with all that follows from it: first class, due dates and reminders. No other code sets these. */
export function settingCohort(
  { db, prices, now }: { db: Database; prices: PriceList; now: Date },
  enrolment: EnrolmentRecord,
  cohortId: string,
): CohortChange {
  const { id, source, terms, learner } = enrolment;
  const firstClass = firstClassOf(findCohort(prices.cohorts, cohortId));
  const dated = (currency: Currency) =>
    datedBy(enrolment.charges[currency], {
      source,
      from: enrolment.firstClass,
      to: firstClass,
      terms: terms.due[currency],
    });
  const charges = { NGN: dated("NGN"), USD: dated("USD") };
  const moved = CURRENCIES.flatMap((currency) =>
    charges[currency]
      .filter(({ due }, index) => due !== enrolment.charges[currency][index]?.due)
      .map(({ number, due }) => ({ currency, number, due })),
  );
  // In another cohort staff are notified of these flags again, even if they have looked at them.
  const isMoved = learner.cohort !== cohortId;
  const remaining = (flags: readonly RaisedFlag[]) =>
    flagsText(isMoved ? flags.filter(({ flag }) => flag !== "duplicate" && flag !== "overbooked") : flags);
  return {
    after: { ...enrolment, firstClass, charges, learner: { ...learner, cohort: cohortId } },
    moved,
    statements: [
      statement(db)`UPDATE enrolments
        SET learner = json_set(learner, '$.cohort', ${cohortId}), first_class = ${firstClass},
          flags = ${remaining(enrolment.flags)}, seen_flags = ${remaining(enrolment.seenFlags)}
        WHERE id = ${id}`,
      ...moved.flatMap((charge) => settingDue(db, id, charge, now)),
      settingNextDue(db, id),
    ],
  };
}

interface ChargeDue extends Pick<Charge, "number" | "due" | "isAgreed"> {
  readonly currency: Currency;
}

/**
 * Returns the statements that set an unpaid charge's due date and its reminders. `settingNextDue` must follow
 * them.
 */
export function settingDue(
  db: Database,
  id: string,
  { currency, number, due, isAgreed = undefined }: ChargeDue,
  now: Date,
): Statement[] {
  const remindAt = nextReminder({ due, status: "open" }, now);
  return [
    // Only an active enrolment is reminded, of its charges in its own currency.
    statement(db)`UPDATE charges SET due_on = ${due}, is_agreed = ${isAgreed === true}, remind_at = CASE (
        SELECT state || enrolments.currency FROM enrolments WHERE id = enrolment_id
      ) WHEN 'active' || charges.currency THEN ${remindAt} END
      WHERE enrolment_id = ${id} AND currency = ${currency} AND number = ${number} AND is_paid = 0`,
    // A reminder that was written but not sent names the former day.
    ...withdrawingLearnerMails(db, reminderKeyPrefix(id, number)),
  ];
}

interface AgreementChange {
  readonly after: EnrolmentRecord;
  readonly currency: Currency;
  readonly status: EnrolmentStatus;
  /** Statements for a batch that starts with `failIfChanged`. */
  readonly statements: readonly Statement[];
}

/**
 * Sets another course, plan or tuition, with all that follows from it. Each earlier payment pays the new
 * charges with its own numbers first, then the others. Payers' links end, because they are for former charges.
 */
export function settingAgreement(
  { db, now }: { db: Database; now: Date },
  enrolment: EnrolmentRecord,
  payments: readonly EnrolmentPayment[],
  agreed: AgreedPart,
): AgreementChange {
  const { id, flags, version } = enrolment;
  const { voucher = null } = agreed;
  const after = { ...enrolment, ...agreed, voucher };
  const currency = shownCurrency(after, payments);
  const status = statusIn(after, payments, currency, now);
  const { course, plan, terms } = agreed;
  return {
    after,
    currency,
    status,
    statements: [
      statement(db)`UPDATE enrolments SET course_id = ${course.id}, course_name = ${course.name},
          plan_id = ${plan?.id ?? ""}, plan_name = ${plan?.name ?? ""}, terms = ${JSON.stringify(terms)}
        WHERE id = ${id}`,
      statement(db)`DELETE FROM charges WHERE enrolment_id = ${id}`,
      addingCharges(db, after),
      // `failIfChanged` has raised the version. `updateEnrolment` adds new flags and notifies staff of them.
      savingStatus(
        db,
        { ...enrolment, version: version + 1 },
        { state: status.state, flags },
        { currency: currencyOf(after, payments), now },
      ),
      ...status.charges.map((charge) => savingCharge(db, id, savedCharge(status, charge, now), now)),
      ...(voucher ? [settingOff(db, id, voucher)] : []),
      settingNextDue(db, id),
      ...withdrawingReminders(db, id),
      endingKeys(db, id, "payer"),
    ],
  };
}

/** Names a purchase: "DevOps Full, Five Installments". */
export function agreedText({ course, plan }: Pick<AgreedPart, "course" | "plan">): string {
  return purchaseName(course.name, plan?.name);
}

/** Returns the changes as the mail to the learner lists them. */
export function agreementChanges(
  { after, currency, status }: AgreementChange,
  before: { readonly enrolment: EnrolmentRecord; readonly status: EnrolmentStatus },
): MailChange[] {
  const [next] = unpaidCharges(status.charges);
  const due = next && lowerFirst(describeChargeDue(next, after.terms.due[currency]));
  const [former, agreed] = [agreedText(before.enrolment), agreedText(after)];
  return [
    ...(former === agreed ? [] : [{ what: "Course and plan", before: former, after: agreed }]),
    { what: "Left to pay", before: formatExact(before.status.left), after: formatExact(status.left) },
    ...(next
      ? [{ what: "Next payment", before: null, after: `${formatExact(missingOf(next))}, ${due}` }]
      : []),
  ];
}
