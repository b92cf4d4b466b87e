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
  saveReportedPayer,
  saveStatus,
} from "~/edge/payments/payment-store.ts";
import { CURRENCY_OF, isWithoutProvider } from "~/edge/payments/provider.ts";
import { sendStaffNotice } from "~/edge/payments/send-staff-notice.ts";
import { reportedState } from "~/edge/payments/staff-notice-text.ts";

export interface PaymentUpdate {
  /** Without reports, only what follows from the recorded ones is done again. */
  readonly reports?: readonly PaymentReport[];
  /** The registration in the provider's record, for an order that no browser sent; `null` without one. */
  readonly enrolment?: ReportedEnrolment | null;
  readonly payer?: Payer | null;
}

/**
 * Records a provider's reports and does what follows from them. Calls with the same reports may be repeated
 * or concurrent. @returns `null` if there is no payment yet; the reports wait for it
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
    const separateReference = await foreignReference(stored, first.provider);
    const separateReports = reports.map((report) => ({ ...report, reference: separateReference }));
    return recordPayment(context, separateReference, { reports: separateReports, enrolment, payer });
  }
  const ordered = stored && isOrdered(stored) ? stored : null;
  if (enrolment && first && !ordered) await addReported(context, first, enrolment);
  if (reports.length > 0) await db.batch(addingEvents(db, reports, now));
  if (reports.some(isAboutRefund)) await enqueueJob(context.jobs, { type: "refunds", reference });
  const payment = ordered ?? (await findPayment(db, reference));
  if (!payment) return null;
  if (payer && isTrustedPayer(payment, payer)) await saveReportedPayer(db, reference, payer);
  return updateStatus(context, payment);
}

/** Whether the course of a payment is known. Its purpose and price then stay. */
function isOrdered({ course }: PaymentRecord): boolean {
  return course.id !== "";
}

/** Whether the provider's name is the payer's. Paystack finds it by an address that may be the learner's. */
function isTrustedPayer({ provider, payer: typedPayer }: PaymentRecord, { email }: Payer): boolean {
  return provider === "paypal" || typedPayer?.email.toLowerCase() === email.toLowerCase();
}

/** Whether the money came by another provider than the stored order's, and does not belong to it. */
function isForeign(payment: PaymentRecord, { provider }: PaymentReport): boolean {
  return isOrdered(payment) && !isWithoutProvider(provider) && payment.provider !== provider;
}

/** Stores a payment that a provider reports, with what the report says about its purpose. */
async function addReported(
  { db, prices, proofs, now }: AppContext,
  { provider, reference, occurredAt }: PaymentReport,
  enrolment: ReportedEnrolment,
): Promise<void> {
  if (isWithoutProvider(provider)) return;
  const paid = { provider, reference, occurredAt };
  const payment = paymentOfReport(paid, await withoutErased(db, enrolment), prices);
  const { id: enrolmentId, proof } = enrolment;
  const isProven = enrolmentId !== null && (await proofs.isProven({ ...paid, enrolmentId }, proof));
  // One batch stores both, because a payment without its enrolment would start another one.
  await db.batch([
    addingPayment(db, payment, { now, nextCheckAt: firstCheck(now), isReported: true }),
    ...(isProven ? [joiningNamed(db, reference, enrolmentId, now)] : []),
  ]);
}

/** Removes a person who was erased while a checkout of theirs was open. The purpose of the payment stays. */
async function withoutErased(db: Database, reported: ReportedEnrolment): Promise<ReportedEnrolment> {
  const { id, order } = reported;
  if (id === null || !(await isErased(db, id))) return reported;
  return { ...UNKNOWN_ENROLMENT, id, order: order && { ...order, learner: UNKNOWN_LEARNER, cohortName: "" } };
}

/** Updates a payment's status from its history, and then everything that depends on it. */
async function updateStatus(context: AppContext, stored: PaymentRecord): Promise<PaymentRecord | null> {
  const payment = await saveAndNotify(context, stored);
  if (!payment) return null;
  const { db } = context;
  const { reference, status } = payment;
  // If this money went back, a later payment of the same learner is no duplicate any more.
  const duplicates = status === "paid" ? [] : await findDuplicates(db, reference);
  for (const duplicate of duplicates) await updateStatus(context, duplicate);
  if (status === "unpaid") return payment;
  await followPayment(context, payment);
  // Before this line a sweep would check the payment again, since staff might not have been notified.
  await endChecks(db, reference);
  return payment;
}

/** The most attempts to save. One fails if another request records at the same time. */
const MOST_ATTEMPTS = 10;

/**
 * Saves the status and notifies staff of it, both from one reading of the history. Each is refused if the
 * history has grown since, so the request that read all of it succeeds last.
 */
async function saveAndNotify(context: AppContext, stored: PaymentRecord): Promise<PaymentRecord | null> {
  const { db } = context;
  const { reference } = stored;
  let record: PaymentRecord | null = stored;
  for (let attempt = 0; record && attempt < MOST_ATTEMPTS; attempt += 1) {
    const history = await historyOf(db, reference);
    const payment = await saveDerived(context, record, history);
    if (payment && (await sendStaffNotice(context, payment, history))) return payment;
    record = await findPayment(db, reference);
  }
  if (record) throw new Error("The history of a payment grew faster than it could be read.");
  return null;
}

/** Derives the status from the history, and saves it with its papers; `null` if the history has grown. */
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
    reportedState: reportedState({ ...record, ...derived }, history),
    papers: issuingPapers(db, { reference, history }, { vat: templates.academy.vat, now }),
    now,
  });
  if (payment && (record.status !== payment.status || record.flag !== payment.flag)) {
    log("payment-updated", { reference, status: payment.status, flag: payment.flag });
  }
  return payment;
}

/** Returns the payment with the first provider that reports it. A browser's own report names none. */
function withReportedProvider(payment: PaymentRecord, history: readonly RecordedEvent[]): PaymentRecord {
  const provider = history.find(({ source }) => source !== "browser")?.provider;
  if (isOrdered(payment) || !provider || isWithoutProvider(provider)) return payment;
  return { ...payment, provider, currency: CURRENCY_OF[provider] };
}
