import { DAY_MS, lagosDay } from "~/domain/dates/day.ts";
import { chargeLabels } from "~/domain/enrolment/charge.ts";
import { type Likeness, likenesses } from "~/domain/enrolment/learner.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import { heldBackIn } from "~/domain/payments/payment-history.ts";
import { escapeHtml } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { abortUnless, type Database, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";
import { log } from "~/edge/log.ts";
import {
  deskLink,
  enqueueMail,
  enqueueMails,
  storeMail,
  storingForStaff,
  withdrawing,
} from "~/edge/mail/mail-store.ts";
import { historyOf, type RecordedEvent } from "./payment-events.ts";
import { HAS_UNSEEN_FLAG, type PaymentRecord } from "./payment-record.ts";
import { findPayment } from "./payment-store.ts";
import { STAFF_CHANNELS } from "./provider.ts";
import { reportedState, staffNoticeText } from "./staff-notice-text.ts";

/**
 * Notifies staff once of each state of a payment, and withdraws earlier mails that were not sent yet.
 * @returns false if the history has grown or another request was first; read the payment again
 */
export async function sendStaffNotice(
  context: AppContext,
  payment: PaymentRecord,
  history: readonly RecordedEvent[],
): Promise<boolean> {
  const { db, now } = context;
  const { reference } = payment;
  // Saving the status may have flagged it as a duplicate, which the stored state does not name.
  const reported = reportedState(payment, history) ?? heldBackState(payment, history, now);
  // Staff need no notice of a payment that they recorded themselves.
  if (reported === null || STAFF_CHANNELS.some((channel) => channel === payment.provider)) return true;
  const earlierNotices = await findNotices(db, reference);
  if (earlierNotices.some((notice) => notice.reported === reported)) return true;

  const number = Math.max(0, ...earlierNotices.map((notice) => notice.number)) + 1;
  const keys = `provider:${reference}:${number}:`;
  const sharedFacts = await factsSharedWithEarlier(context, payment);
  const chargesLabel = await labelOfCharges(context, payment);
  const noticeText = staffNoticeText(payment, history, { number, now, sharedFacts, chargesLabel });
  const { enrolmentId } = payment;
  const link = deskLink(context.deskAt, enrolmentId ? `/enrolments/${enrolmentId}` : "");
  const mail = { ...noticeText, message: noticeText.message + link };
  const numberedNotice = { reference, number, reported, notifiedAt: now.toISOString() };
  try {
    await db.batch([
      addingNotice(db, numberedNotice, { eventCount: history.length }),
      ...withdrawing(db, `provider:${reference}:`),
      ...storingForStaff(context, mail, keys),
    ]);
  } catch (error) {
    const currentNotices = await findNotices(db, reference);
    const { length } = await historyOf(db, reference);
    if (currentNotices.length === earlierNotices.length && length === history.length) throw error;
    return false;
  }
  log("staff-notified", { reference, number });
  await enqueueMails(context, keys);
  return true;
}

/** Returns the state of a payment that its provider has held back for a day; `null` for any other payment. */
function heldBackState({ flag }: PaymentRecord, history: readonly RecordedEvent[], now: Date): string | null {
  const heldForADay = heldBackIn(history).filter(
    ({ occurredAt }) => now.getTime() - Date.parse(occurredAt) >= DAY_MS,
  );
  if (flag !== "payment-pending" || heldForADay.length === 0) return null;
  return [flag, ...heldForADay.map(subjectOf).sort()].join(" ");
}

/** Returns the learner's facts that a duplicate shares with the earlier payment. */
async function factsSharedWithEarlier(
  { db }: AppContext,
  { duplicateOf, details }: PaymentRecord,
): Promise<Likeness[]> {
  const earlier = duplicateOf ? await findPayment(db, duplicateOf) : null;
  return details && earlier?.details ? likenesses(details.learner, earlier.details.learner) : [];
}

/** Returns a payment's charges: "Tuition, payment 2 of 6"; empty until it belongs to an enrolment. */
async function labelOfCharges(
  { db }: AppContext,
  { enrolmentId, currency, charges }: PaymentRecord,
): Promise<string> {
  if (!enrolmentId) return "";
  const row = await statement(db)`SELECT COUNT(*) AS count FROM charges
    WHERE enrolment_id = ${enrolmentId} AND currency = ${currency}`.first<{ count: number }>();
  return chargeLabels(charges, row?.count ?? 0);
}

export interface NumberedNotice {
  /** The notice's number, counted from 1 for each reference. */
  readonly number: number;
  /** The reported state as a text, which does not depend on the order in which events arrived. */
  readonly reported: string;
}

export async function findNotices(db: Database, reference: string): Promise<NumberedNotice[]> {
  return rowsOf<NumberedNotice>(db)`SELECT number, reported FROM staff_notices
    WHERE reference = ${reference}`;
}

/** Adds a notice. The batch fails if the number or the state exists, or if the history has grown. */
export function addingNotice(
  db: Database,
  { reference, number, reported, notifiedAt }: NumberedNotice & { reference: string; notifiedAt: string },
  { eventCount }: { eventCount: number },
): Statement {
  const isCurrent = sql`(SELECT COUNT(*) FROM payment_events WHERE reference = ${reference}) = ${eventCount}`;
  return statement(db)`INSERT INTO staff_notices (reference, number, reported, notified_at)
    VALUES (${reference}, ${abortUnless(isCurrent, sql`${number}`)}, ${reported}, ${notifiedAt})`;
}

export interface FlaggedState {
  /** `null` until something was reported. */
  readonly flaggedState: string | null;
  readonly isSeen: boolean;
}

export async function flaggedStateOf(db: Database, reference: string): Promise<FlaggedState> {
  type Row = Pick<FlaggedState, "flaggedState"> & { readonly isSeen: number };
  const row = await statement(db)`SELECT flagged_state AS flaggedState, NOT (${HAS_UNSEEN_FLAG}) AS isSeen
    FROM payments WHERE reference = ${reference}`.first<Row>();
  return { flaggedState: row?.flaggedState ?? null, isSeen: row?.isSeen === 1 };
}

/** Saves whether staff have looked at a payment without an enrolment. @returns whether the row changed */
export async function saveSeenState(
  db: Database,
  { reference, state, isSeen }: { reference: string; state: string; isSeen: boolean },
): Promise<boolean> {
  const seen = isSeen ? state : null;
  const { meta } = await statement(db)`UPDATE payments SET seen_state = ${seen}
    WHERE reference = ${reference} AND flagged_state = ${state}
      AND enrolment_id IS NULL AND seen_state IS NOT ${seen}`.run();
  return meta.changes > 0;
}

/** Saves the state that staff have looked at; `null` if they have not. */
export function savingSeenState(db: Database, reference: string, state: string | null): Statement {
  return statement(db)`UPDATE payments SET seen_state = ${state} WHERE reference = ${reference}`;
}

export type AlertContext = Pick<AppContext, "db" | "jobs" | "addresses" | "now">;

/** Alerts the academy once a day that PayPal refuses its account. @param issue PayPal's code */
export async function alertOfRefusal(
  { db, jobs, addresses, now }: AlertContext,
  issue: string,
): Promise<void> {
  const mail = {
    from: addresses.sender,
    to: addresses.alerts,
    subject: "Alert: PayPal refuses payments to the academy",
    message:
      "<h1>The site needs you</h1><p>PayPal refused a payment because of the academy’s own " +
      `account: ${escapeHtml(issue)}. Nothing was charged. Others are refused as well until you ` +
      "have settled it with PayPal.</p>",
    idempotencyKey: `alert:${lagosDay(now)}:${issue}`,
  };
  const stored = await storeMail(db, mail, now);
  if (stored.isNew) await enqueueMail(jobs, stored.id);
}
