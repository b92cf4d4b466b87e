import type { EnrolmentStatus } from "~/domain/enrolment/enrolment-status.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import type { Currency } from "~/domain/money/money.ts";
import { type Database, rowsOf } from "~/edge/database.ts";
import { actionsOf, type DeskAction } from "~/edge/desk/trail.tsx";
import { type EnrolmentPayment, paymentsOf } from "~/edge/enrolments/enrolment-payments.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { findEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import { shownCurrency, statusIn } from "~/edge/enrolments/enrolment-views.ts";
import type { StoredMail } from "~/edge/mail/mail-store.ts";
import { listOpenOf, type NamedRequest } from "~/edge/requests/request-store.ts";

export interface DeskEnrolment {
  readonly enrolment: EnrolmentRecord;
  readonly payments: readonly EnrolmentPayment[];
  readonly currency: Currency;
  readonly status: EnrolmentStatus;
  readonly actions: readonly DeskAction[];
  /** The requests that staff have not answered. */
  readonly requests: readonly NamedRequest[];
}

export async function readDeskEnrolment(
  { db, now }: { db: Database; now: Date },
  id: string,
): Promise<DeskEnrolment | null> {
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return null;
  const [payments, actions, requests] = await Promise.all([
    paymentsOf(db, id),
    actionsOf(db, id),
    listOpenOf(db, id),
  ]);
  const currency = shownCurrency(enrolment, payments);
  const status = statusIn(enrolment, payments, currency, now);
  return { enrolment, payments, currency, status, actions, requests };
}

export function learnerName({ learner, erasedAt }: Pick<EnrolmentRecord, "learner" | "erasedAt">): string {
  if (erasedAt) return "Erased person";
  return fullName(learner) || "Name not known";
}

type MailFacts = "id" | "createdAt" | "to" | "subject" | "status" | "attempts" | "deliveredAt" | "lastError";

export interface SentMail extends Pick<StoredMail, MailFacts> {
  readonly isToStaff: boolean;
  /** Whether the mail's text is stored. Without its text a mail cannot be sent again. */
  readonly hasText: boolean;
}

/** Returns the mails about an enrolment and its payments, to the learner and to staff, newest first. */
export async function mailsOf(db: Database, id: string, references: readonly string[]): Promise<SentMail[]> {
  const keyPrefixes = [id, ...references].flatMap((subject) => [
    `learner:${subject}:`,
    `provider:${subject}:`,
    `enrolment:${subject}:`,
  ]);
  // The CROSS JOIN keeps SQLite from reading all mails by their ids first. "~" sorts after every key.
  type Row = Omit<SentMail, "isToStaff" | "hasText"> & { isToStaff: number; hasText: number };
  const results = await rowsOf<Row>(db)`
    SELECT mails.id, created_at AS createdAt, to_address AS "to", subject, status, attempts,
      delivered_at AS deliveredAt, last_error AS lastError,
      substr(idempotency_key, 1, 8) <> 'learner:' AS isToStaff, message <> '' AS hasText
    FROM json_each(${JSON.stringify(keyPrefixes)}) CROSS JOIN mails ON idempotency_key >= value
      AND idempotency_key < value || '~'
    ORDER BY mails.id DESC LIMIT 100`;
  return results.map((row) => ({ ...row, isToStaff: row.isToStaff === 1, hasText: row.hasText === 1 }));
}
