import type { Day } from "~/domain/dates/day.ts";
import type { GivenConsent } from "~/domain/enrolment/consent.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentState, RaisedFlag } from "~/domain/enrolment/enrolment-status.ts";
import { type Learner, learnerKeys } from "~/domain/enrolment/learner.ts";
import { searchText } from "~/domain/enrolment/search-text.ts";
import type { Currency } from "~/domain/money/money.ts";
import {
  abortUnless,
  type Database,
  insertWhere,
  rowsOf,
  type Statement,
  sql,
  statement,
} from "~/edge/database.ts";
import { reservingUse } from "~/edge/vouchers/voucher-store.ts";
import { HAS_SEAT } from "./cohort-seats.ts";
import { addingConsents } from "./consent-store.ts";
import { addingKey } from "./enrolment-keys.ts";
import {
  type ChargeRow,
  chargeRowsOf,
  ENROLMENT_COLUMNS,
  type EnrolmentRecord,
  type EnrolmentRow,
  flagsText,
  type NewEnrolment,
  newFlags,
  toEnrolment,
} from "./enrolment-record.ts";

export async function isErased(db: Database, enrolmentId: string): Promise<boolean> {
  const row = await statement(db)`SELECT 1 FROM enrolments
    WHERE id = ${enrolmentId} AND erased_at IS NOT NULL`.first();
  return row !== null;
}

export async function findEnrolment(db: Database, id: string): Promise<EnrolmentRecord | null> {
  const row = await statement(db)`SELECT ${ENROLMENT_COLUMNS} FROM enrolments
    WHERE id = ${id}`.first<EnrolmentRow>();
  return row && toEnrolment(row, await chargesOf(db, id));
}

async function chargesOf(db: Database, id: string): Promise<ChargeRow[]> {
  return rowsOf<ChargeRow>(db)`SELECT currency, number, amount_minor AS amountMinor, due_on AS dueOn,
      is_agreed AS isAgreed
    FROM charges WHERE enrolment_id = ${id} ORDER BY currency, number`;
}

export interface EnrolmentStart {
  readonly enrolment: NewEnrolment;
  /** The reference of the payment that starts it. */
  readonly reference: string;
  readonly pays: readonly number[];
  /** The digest of the learner's key; `null` if there is none. */
  readonly keyDigest: string | null;
  /** Whether money has come already. */
  readonly isPaid: boolean;
  readonly consents: readonly GivenConsent[];
}

/**
 * Returns the statements that store an enrolment with its charges, consents, key, first payment and its
 * voucher's use. They change nothing if the payment is missing or has an enrolment. They fail if all uses of
 * the voucher are taken.
 */
export function addingEnrolment(
  db: Database,
  { enrolment, reference, pays, keyDigest, isPaid, consents }: EnrolmentStart,
  now: Date,
): Statement[] {
  const keys = learnerKeys(enrolment.learner);
  const { id, voucher } = enrolment;
  const row = {
    id,
    source: enrolment.source,
    course_id: enrolment.course.id,
    course_name: enrolment.course.name,
    plan_id: enrolment.plan?.id ?? "",
    plan_name: enrolment.plan?.name ?? "",
    terms: JSON.stringify(enrolment.terms),
    currency: enrolment.currency,
    first_class: enrolment.firstClass,
    learner: JSON.stringify(enrolment.learner),
    attribution: enrolment.attribution,
    email_key: keys.email,
    phone_key: keys.phone,
    search_text: searchText(enrolment.learner),
    unsubscribe_token: newKey(),
    created_at: now,
    updated_at: now,
  };
  const unjoined = sql`payments WHERE reference = ${reference} AND enrolment_id IS NULL`;
  const inserting = insertWhere(db, "enrolments", row, unjoined);
  const joining = statement(db)`UPDATE payments SET enrolment_id = ${id}, charges = ${JSON.stringify(pays)}
    WHERE reference = ${reference} AND enrolment_id IS NULL
    AND EXISTS (SELECT 1 FROM enrolments WHERE id = ${id})`;
  return [
    inserting,
    addingCharges(db, enrolment),
    joining,
    ...addingConsents(db, id, consents, now),
    ...(keyDigest ? [addingKey(db, { id, digest: keyDigest, kind: "learner" }, now)] : []),
    ...(voucher ? reservingUse(db, { enrolmentId: id, voucher, emailKey: keys.email, isPaid }, now) : []),
  ];
}

/** Returns the statement that stores the charges of an enrolment; none if the enrolment is missing. */
export function addingCharges(
  db: Database,
  { id, charges }: Pick<EnrolmentRecord, "id" | "charges">,
): Statement {
  return statement(db)`INSERT INTO charges (enrolment_id, currency, number, amount_minor, due_on, is_agreed)
    SELECT enrolments.id, value ->> 'currency', value ->> 'number', value ->> 'amountMinor', value ->> 'dueOn',
      value ->> 'isAgreed'
    FROM json_each(${JSON.stringify(chargeRowsOf({ charges }))}) JOIN enrolments ON enrolments.id = ${id}`;
}

/**
 * Returns the statements that give an enrolment's payments to its replacement and delete it, unless money
 * came for it. A payment that is made late in another tab then counts for the replacement.
 */
export function replacingStarted(db: Database, id: string, replacement: string): Statement[] {
  const isUnpaid = sql`EXISTS (SELECT 1 FROM enrolments WHERE id = ${id} AND state = 'started' AND erased_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM payments AS other WHERE other.enrolment_id = ${id} AND other.status <> 'unpaid')`;
  return [
    statement(db)`UPDATE payments SET enrolment_id = ${replacement}
      WHERE enrolment_id = ${id} AND ${isUnpaid}`,
    statement(db)`DELETE FROM enrolments WHERE id = ${id} AND state = 'started' AND erased_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM payments WHERE enrolment_id = ${id})`,
  ];
}

/**
 * Returns the statement that saves an enrolment's status. It fails, with its batch, if the enrolment was
 * written since it was read.
 */
export function savingStatus(
  db: Database,
  { id, version, seenFlags }: Pick<EnrolmentRecord, "id" | "version" | "seenFlags">,
  { state, flags }: { state: EnrolmentState; flags: readonly RaisedFlag[] },
  { currency, now }: { currency: Currency | null; now: Date },
): Statement {
  // A flag that was taken off and is set again counts as not looked at.
  const unseenFlags = newFlags(flags, seenFlags);
  const stillSeen = newFlags(flags, unseenFlags);
  return statement(db)`UPDATE enrolments SET state = ${abortUnless(sql`version = ${version}`, sql`${state}`)},
      flags = ${flagsText(flags)}, seen_flags = ${flagsText(stillSeen)}, currency = ${currency},
      version = version + 1, updated_at = ${now}
    WHERE id = ${id}`;
}

interface SavedCharge {
  readonly number: number;
  readonly currency: Currency;
  readonly paidMinor: number;
  readonly isPaid: boolean;
  /** The time of the next reminder; `null` if nothing is owed or no reminder follows. */
  readonly remindAt: Date | null;
  readonly isOwed: boolean;
}

/**
 * Returns the statement that saves a charge's status. A due reminder that has not left stays due while the
 * charge is owed.
 */
export function savingCharge(db: Database, id: string, charge: SavedCharge, now: Date): Statement {
  const { number, currency, paidMinor, isPaid, remindAt, isOwed } = charge;
  return statement(db)`UPDATE charges SET paid_minor = ${paidMinor}, is_paid = ${isPaid},
      remind_at = CASE WHEN ${isOwed} AND remind_at <= ${now} THEN remind_at ELSE ${remindAt} END
    WHERE enrolment_id = ${id} AND currency = ${currency} AND number = ${number}`;
}

interface LearnerChange {
  readonly learner: Learner;
  readonly hasStoppedReminders: boolean;
  readonly furtherStatements: readonly Statement[];
}

/** Saves a learner's details. @returns false if the enrolment was written since it was read */
export async function saveLearner(
  db: Database,
  enrolment: Pick<EnrolmentRecord, "id" | "version">,
  { learner, hasStoppedReminders, furtherStatements }: LearnerChange,
  now: Date,
): Promise<boolean> {
  const { id, version } = enrolment;
  try {
    await db.batch([
      failIfChanged(db, enrolment),
      ...savingLearner(db, id, learner, now),
      statement(db)`UPDATE enrolments
        SET reminders_stopped_at =
          CASE ${hasStoppedReminders} WHEN 1 THEN coalesce(reminders_stopped_at, ${now}) END
        WHERE id = ${id}`,
      ...furtherStatements,
    ]);
    return true;
  } catch (error) {
    const latest = await findEnrolment(db, id);
    if (latest?.version === version) throw error;
    return false;
  }
}

/**
 * Returns the statements that save a learner's details. Another address drops a new one that waits for
 * confirmation. The batch has to check whether the enrolment was written since it was read.
 */
export function savingLearner(db: Database, id: string, learner: Learner, now: Date): Statement[] {
  const keys = learnerKeys(learner);
  return [
    statement(db)`UPDATE enrolments SET learner = ${JSON.stringify(learner)},
        new_email = iif(email_key IS ${keys.email}, new_email, NULL),
        new_email_digest = iif(email_key IS ${keys.email}, new_email_digest, NULL),
        new_email_at = iif(email_key IS ${keys.email}, new_email_at, NULL), email_key = ${keys.email},
        phone_key = ${keys.phone}, search_text = ${searchText(learner)}, updated_at = ${now}
      WHERE id = ${id}`,
  ];
}

/** Returns the statement that fails, with its batch, if an enrolment was written since it was read. */
export function failIfChanged(
  db: Database,
  { id, version }: Pick<EnrolmentRecord, "id" | "version">,
): Statement {
  const next = abortUnless(sql`version = ${version}`, sql`version + 1`);
  return statement(db)`UPDATE enrolments SET version = ${next} WHERE id = ${id}`;
}

export function savingReminderTime(
  db: Database,
  id: string,
  { number, currency, remindAt }: { number: number; currency: Currency; remindAt: Date | null },
): Statement {
  return statement(db)`UPDATE charges SET remind_at = ${remindAt}
    WHERE enrolment_id = ${id} AND currency = ${currency} AND number = ${number}`;
}

/**
 * Finds the enrolments under an address, the newest first. Those with a charge paid in full come before them,
 * because anyone can pay Paystack's minimum under any address.
 */
export async function findByEmail(db: Database, emailKey: string, limit: number): Promise<string[]> {
  const results = await rowsOf<{ id: string }>(db)`SELECT id FROM enrolments
    WHERE email_key = ${emailKey} AND state <> 'started'
    ORDER BY ${HAS_SEAT} DESC, created_at DESC LIMIT ${limit}`;
  return results.map(({ id }) => id);
}

export function savingSeenFlags(db: Database, id: string, flags: readonly RaisedFlag[]): Statement {
  return statement(db)`UPDATE enrolments SET seen_flags = ${flagsText(flags)} WHERE id = ${id}`;
}

/** Returns the statement that stores a withdrawal. @param withdrawal `null` if the enrolment continues */
export function savingWithdrawal(
  db: Database,
  id: string,
  withdrawal: { readonly on: Day; readonly newestCharge: number } | null,
): Statement {
  return statement(db)`UPDATE enrolments
    SET withdrawn_on = ${withdrawal?.on ?? null}, charge_at_withdrawal = ${withdrawal?.newestCharge ?? null}
    WHERE id = ${id}`;
}

export async function findByUnsubscribeToken(db: Database, token: string): Promise<string | null> {
  const row = await statement(db)`SELECT id FROM enrolments
    WHERE unsubscribe_token = ${token}`.first<{ id: string }>();
  return row?.id ?? null;
}

/**
 * Returns the statement that stops an enrolment's reminders. It changes the version only once, because each
 * change makes concurrent writers try again.
 */
export function stoppingReminders(db: Database, id: string, now: Date): Statement {
  return statement(db)`UPDATE enrolments SET reminders_stopped_at = ${now}, version = version + 1
    WHERE id = ${id} AND reminders_stopped_at IS NULL`;
}
