import type { EnrolmentStanding } from "~/domain/enrolment/enrolment-standing.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Database } from "~/edge/database.ts";
import { type EnrolmentPayment, paymentsOf } from "~/edge/enrolments/enrolment-payments.ts";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import { findEnrolment } from "~/edge/enrolments/enrolment-store.ts";
import { shownCurrency, standingIn } from "~/edge/enrolments/enrolment-views.ts";
import { actsOf, type DeskAct } from "../trail.ts";

/** An enrolment as staff see it, and what they did about it. */
export interface DeskEnrolment {
  readonly enrolment: EnrolmentRecord;
  readonly payments: readonly EnrolmentPayment[];
  readonly currency: Currency;
  readonly standing: EnrolmentStanding;
  readonly acts: readonly DeskAct[];
}

/** Null when the id is not known. Rejects when the database fails. */
export async function readDeskEnrolment(
  { db, now }: { db: Database; now: Date },
  id: string,
): Promise<DeskEnrolment | null> {
  const enrolment = await findEnrolment(db, id);
  if (!enrolment) return null;
  const [payments, acts] = await Promise.all([paymentsOf(db, id), actsOf(db, id)]);
  const currency = shownCurrency(enrolment, payments);
  return { enrolment, payments, currency, standing: standingIn(enrolment, payments, currency, now), acts };
}
