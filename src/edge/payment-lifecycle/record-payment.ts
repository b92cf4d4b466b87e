import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import { deriveStatus } from "~/domain/payments/payment-history.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { isErased } from "~/edge/enrolments/enrolment-store.ts";
import { followPayment } from "~/edge/enrolments/start-enrolment.ts";
import { enqueueJob } from "~/edge/jobs/jobs.ts";
import { log } from "~/edge/log.ts";
import { endChecks, firstCheck } from "~/edge/payments/check-schedule.ts";
import { notifyStaff } from "~/edge/payments/notify-staff.ts";
import { issuingPapers } from "~/edge/payments/paper-store.ts";
import {
  addingEvents,
  hasEvidence,
  historyOf,
  isAboutRefund,
  type PaymentReport,
  type RecordedEvent,
} from "~/edge/payments/payment-events.ts";
import {
  foreignReference,
  type PaymentRecord,
  paymentOfReport,
  type ReportedEnrolment,
  UNKNOWN_ENROLMENT,
} from "~/edge/payments/payment-record.ts";
import {
  addingPayment,
  findDuplicates,
  findPayment,
  joiningNamed,
  savePayer,
  saveStatus,
} from "~/edge/payments/payment-store.ts";
import { CURRENCY_OF, isOfStaff } from "~/edge/payments/provider.ts";
import { reportedState } from "~/edge/payments/staff-notice.ts";

export interface PaymentUpdate {
  /** None: what is recorded already is followed once more. */
  readonly reports?: readonly PaymentReport[];
  /**
   * Who registered, should the browser never have sent it; null where the payment has nothing of this site's.
   */
  readonly enrolment?: ReportedEnrolment | null;
  readonly payer?: Payer | null;
}

/**
 * It may be called with the same reports any number of times, also concurrently: each event, and each mail,
 * is made once.
 * @returns null when there is no payment yet: the reports wait for it
 */
export async function recordPayment(
  context: AppContext,
  reference: string,
  { reports = [], enrolment = null, payer = null }: PaymentUpdate = {},
): Promise<PaymentRecord | null> {
  const { db, now } = context;
  const [first] = reports;
  const stored = await findPayment(db, reference);
  if (stored && first && isForeign(stored, first)) {
    const other = await foreignReference(stored, first.provider);
    const moved = reports.map((report) => ({ ...report, reference: other }));
    return recordPayment(context, other, { reports: moved, enrolment, payer });
  }
  const ordered = stored && isOrdered(stored) ? stored : null;
  if (enrolment && first && !ordered) await addReported(context, first, enrolment);
  if (reports.length > 0) await db.batch(addingEvents(db, reports, now));
  if (reports.some(isAboutRefund)) await enqueueJob(context.jobs, { type: "refunds", reference });
  const payment = ordered ?? (await findPayment(db, reference));
  if (!payment) return null;
  if (payer && isKnownBy(payment, payer)) await savePayer(db, reference, payer);
  return updateStatus(context, payment);
}

/** Whether the course of a payment is known. What it is for, and what it costs, then stays. */
function isOrdered({ course }: PaymentRecord): boolean {
  return course.id !== "";
}

/**
 * Whether a provider knows the payer. Paystack has its customer's name by the address that it was given,
 * which is the learner's where another payer typed none.
 */
function isKnownBy({ provider, payer: typed }: PaymentRecord, { email }: Payer): boolean {
  return provider === "paypal" || typed?.email.toLowerCase() === email.toLowerCase();
}

/** Whether money of another provider bears the reference of a stored order, and so is not its own. */
function isForeign(payment: PaymentRecord, { provider }: PaymentReport): boolean {
  return isOrdered(payment) && !isOfStaff(provider) && payment.provider !== provider;
}

/** Stores the payment that a provider reports, with as much as the report says of what it is for. */
async function addReported(
  { db, prices, proofs, now }: AppContext,
  { provider, reference, occurredAt }: PaymentReport,
  enrolment: ReportedEnrolment,
): Promise<void> {
  if (isOfStaff(provider)) return;
  const paid = { provider, reference, occurredAt };
  const payment = paymentOfReport(paid, await withoutErased(db, enrolment), prices);
  const { id: enrolmentId, proof } = enrolment;
  const isProven = enrolmentId !== null && (await proofs.isProven({ ...paid, enrolmentId }, proof));
  // In one batch: a payment that is stored without its enrolment would start another one.
  await db.batch([
    addingPayment(db, payment, { now, nextCheckAt: firstCheck(now), isReported: true }),
    ...(isProven ? [joiningNamed(db, reference, enrolmentId, now)] : []),
  ]);
}

/**
 * Nothing is stored of a person who was erased while a checkout of theirs was open; what it was for stays.
 */
async function withoutErased(db: Database, reported: ReportedEnrolment): Promise<ReportedEnrolment> {
  const { id, order } = reported;
  if (id === null || !(await isErased(db, id))) return reported;
  return { ...UNKNOWN_ENROLMENT, id, order: order && { ...order, learner: UNKNOWN_LEARNER, cohortName: "" } };
}

/** Brings a payment's status up to date with its history, and then all that depends on it. */
async function updateStatus(context: AppContext, stored: PaymentRecord): Promise<PaymentRecord | null> {
  const payment = await saveAndNotify(context, stored);
  if (!payment) return null;
  const { db } = context;
  const { reference, status } = payment;
  // Where this money went back, a later payment of the same learner is the only one.
  const duplicates = status === "paid" ? [] : await findDuplicates(db, reference);
  for (const duplicate of duplicates) await updateStatus(context, duplicate);
  if (status === "unpaid") return payment;
  await followPayment(context, payment);
  // Until here a sweep would look at it once more: something may have failed in between.
  await endChecks(db, reference);
  return payment;
}

/** A retry is needed when another request recorded at the same moment. */
const MOST_ATTEMPTS = 10;

/**
 * Saves the status and notifies staff of it, both from one reading of the history. Each is refused where the
 * history has grown since: of concurrent requests, the one that has read all of it succeeds last.
 */
async function saveAndNotify(context: AppContext, stored: PaymentRecord): Promise<PaymentRecord | null> {
  const { db } = context;
  const { reference } = stored;
  let record: PaymentRecord | null = stored;
  for (let attempt = 0; record && attempt < MOST_ATTEMPTS; attempt += 1) {
    const history = await historyOf(db, reference);
    const payment = await saveDerived(context, record, history);
    if (payment && (await notifyStaff(context, payment, history))) return payment;
    record = await findPayment(db, reference);
  }
  if (record) throw new Error("The history of a payment grew faster than it could be read.");
  return null;
}

/** Derives the status from the history, and saves it with its papers; null where the history has grown. */
async function saveDerived(
  { db, templates, now }: AppContext,
  stored: PaymentRecord,
  history: readonly RecordedEvent[],
): Promise<PaymentRecord | null> {
  const { reference } = stored;
  const record = withReportedProvider(stored, history);
  const derived = deriveStatus(record, history);
  const payment = await saveStatus(db, record, derived, {
    eventCount: history.length,
    hasEvidence: hasEvidence(history),
    reported: reportedState({ ...record, ...derived }, history),
    papers: issuingPapers(db, { reference, history }, { vat: templates.academy.vat, now }),
    now,
  });
  if (payment && (record.status !== payment.status || record.flag !== payment.flag)) {
    log("payment-updated", { reference, status: payment.status, flag: payment.flag });
  }
  return payment;
}

/**
 * A browser that claims a payment does not say which provider's it is: the first provider that reports it
 * does.
 */
function withReportedProvider(payment: PaymentRecord, history: readonly RecordedEvent[]): PaymentRecord {
  const provider = history.find(({ source }) => source !== "browser")?.provider;
  if (isOrdered(payment) || !provider || isOfStaff(provider)) return payment;
  return { ...payment, provider, currency: CURRENCY_OF[provider] };
}
