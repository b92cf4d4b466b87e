import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import type { Money } from "~/domain/money/money.ts";
import { subjectOf } from "~/domain/payments/money-back.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import {
  deriveStatus,
  type HistoryEvent,
  type HistoryKind,
  heldBackIn,
} from "~/domain/payments/payment-history.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { log } from "~/edge/log.ts";
import { endChecks, firstCheck } from "./check-schedule.ts";
import { notifyStaff } from "./notify-staff.ts";
import { addingEvents, hasEvidence, historyOf, type RecordedEvent } from "./payment-events.ts";
import {
  foreignReference,
  type PaymentRecord,
  paymentOfReport,
  type ReportedEnrolment,
  UNKNOWN_ENROLMENT,
} from "./payment-record.ts";
import {
  addingPayment,
  findDuplicates,
  findPayment,
  isErased,
  joiningNamed,
  savePayer,
  saveProvider,
  saveStatus,
} from "./payment-store.ts";
import { type Channel, CURRENCY_OF, isOfStaff } from "./provider.ts";
import { reportedState } from "./staff-notice.ts";

export interface PaymentUpdate {
  /** None: what is recorded already is followed once more. */
  readonly reports?: readonly PaymentReport[];
  /** Who registered, should the browser never have sent it; null where the payment has nothing of this site's. */
  readonly enrolment?: ReportedEnrolment | null;
  readonly payer?: Payer | null;
}

/**
 * It may be called with the same reports any number of times, also concurrently: each event, and each mail, is made once.
 * @returns null when there is no payment yet: the reports wait for it
 */
export async function recordPayment(
  context: AppContext,
  reference: string,
  { reports = [], enrolment = null, payer = null }: PaymentUpdate = {},
): Promise<PaymentRecord | null> {
  const { db, prices, now } = context;
  const [first] = reports;
  const other = first && (await foreignTo(db, reference, first));
  if (other) {
    const moved = reports.map((report) => ({ ...report, reference: other }));
    return recordPayment(context, other, { reports: moved, enrolment, payer });
  }
  if (enrolment && first && !isOfStaff(first.provider)) {
    const paid = { provider: first.provider, reference, occurredAt: first.occurredAt };
    const payment = paymentOfReport(paid, await withoutErased(db, enrolment), prices);
    const { id: enrolmentId, proof } = enrolment;
    const isProven = enrolmentId !== null && (await context.proofs.isProven({ ...paid, enrolmentId }, proof));
    // In one batch: a payment that is stored without its enrolment would start another one.
    await db.batch([
      addingPayment(db, payment, { now, nextCheckAt: firstCheck(now), isReported: true }),
      ...(isProven ? [joiningNamed(db, reference, enrolmentId, now)] : []),
    ]);
  }
  if (reports.length > 0) await db.batch(addingEvents(db, reports, now));
  if (payer) await savePayer(db, reference, payer);
  return updateStatus(context, reference);
}

/** The reference to record under where a stored order's reference bears money of another provider; null for its own money. */
async function foreignTo(
  db: Database,
  reference: string,
  { provider }: PaymentReport,
): Promise<string | null> {
  const payment = isOfStaff(provider) ? null : await findPayment(db, reference);
  const isForeign = payment !== null && payment.course.id !== "" && payment.provider !== provider;
  return isForeign ? foreignReference(payment, provider) : null;
}

/** Nothing is stored of a person who was erased while a checkout of theirs was open; what it was for stays. */
async function withoutErased(db: Database, reported: ReportedEnrolment): Promise<ReportedEnrolment> {
  const { id, order } = reported;
  if (id === null || !(await isErased(db, id))) return reported;
  return { ...UNKNOWN_ENROLMENT, id, order: order && { ...order, learner: UNKNOWN_LEARNER, cohortName: "" } };
}

/** A retry is needed when another request recorded at the same moment. */
const MOST_ATTEMPTS = 10;

async function updateStatus(context: AppContext, reference: string): Promise<PaymentRecord | null> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const record = await findPayment(context.db, reference);
    if (!record) return null;
    const history = await historyOf(context.db, reference);
    const before = await withProviderOf(context.db, record, history);
    const derived = deriveStatus(before, history);
    const { db, now } = context;
    // Optimistic locking: of concurrent requests, the one that has read the whole history saves last.
    const saved = await saveStatus(db, reference, derived, {
      eventCount: history.length,
      hasEvidence: hasEvidence(history),
      reported: reportedState({ ...before, ...derived }, history),
      now,
    });
    if (!saved) continue;
    const payment = { ...before, ...derived, ...saved };
    const { status, flag } = payment;
    if (before.status !== status || before.flag !== flag) {
      log("payment-updated", { reference, status, flag });
    }
    if (!(await notifyStaff(context, payment, history))) continue;
    // Where this money went back, a later payment of the same learner is the only one.
    const duplicates = status === "paid" ? [] : await findDuplicates(db, reference);
    for (const duplicate of duplicates) await updateStatus(context, duplicate);
    // Until here a sweep would look at it once more: staff might not have been notified.
    if (status !== "unpaid") {
      await context.enrolments.follow(context, payment);
      await endChecks(db, reference);
    }
    return payment;
  }
  throw new Error("The history of a payment grew faster than it could be read.");
}

/** A browser that claims a payment does not say which provider's it is: the first provider that reports it does. */
async function withProviderOf(
  db: Database,
  payment: PaymentRecord,
  history: readonly RecordedEvent[],
): Promise<PaymentRecord> {
  const { reference, course } = payment;
  const provider = history.find(({ source }) => source !== "browser")?.provider;
  if (course.id !== "" || !provider || isOfStaff(provider) || provider === payment.provider) {
    return payment;
  }
  await saveProvider(db, reference, provider);
  return { ...payment, provider, currency: CURRENCY_OF[provider] };
}

/** Who reported it: the visitor's browser, a webhook, the answer to a verification, the answer to a capture, or staff. */
export type ReportSource = "browser" | "webhook" | "verification" | "capture" | "desk";

export interface PaymentReport extends HistoryEvent {
  readonly provider: Channel;
  /** Ours. */
  readonly reference: string;
  readonly source: ReportSource;
  /** ISO 8601, UTC: when it happened, by the provider's record. */
  readonly occurredAt: string;
}

interface OwnReportFacts extends Pick<PaymentReport, "provider" | "reference" | "source"> {
  /** Whose event it is: our reference, or the provider's order id. */
  readonly about: string;
  readonly amount?: Money;
  readonly now: Date;
}

/** A report by the edge itself, such as that an order was made. It happens now. */
export function ownReport(
  kind: HistoryKind,
  { provider, reference, source, about, amount, now }: OwnReportFacts,
): PaymentReport {
  return {
    provider,
    reference,
    eventId: `${kind}:${about}`,
    kind,
    amountMinor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
    source,
    occurredAt: now.toISOString(),
  };
}

/** The reports that a charge which the provider holds back is waited for no longer. */
export function givingUp(
  history: readonly HistoryEvent[],
  { reference, source, now }: Pick<OwnReportFacts, "reference" | "source" | "now">,
): PaymentReport[] {
  return heldBackIn(history).map((event) =>
    ownReport("given-up", { provider: "paypal", reference, source, about: subjectOf(event), now }),
  );
}
