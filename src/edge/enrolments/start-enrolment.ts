import { type Day, lagosDay } from "~/domain/dates/day.ts";
import {
  type Agreement,
  agree,
  firstPaymentOf,
  NO_TERMS,
  type PriceList,
} from "~/domain/enrolment/agreement.ts";
import type { Charge } from "~/domain/enrolment/charge.ts";
import { consentsIn } from "~/domain/enrolment/consent.ts";
import {
  type EnrolmentAccess,
  keyDigest,
  keyOfRequest,
  newEnrolmentId,
} from "~/domain/enrolment/enrolment-key.ts";
import { learnerKeys, UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { fromMinor, type Money } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { VoucherProblem } from "~/domain/pricing/voucher.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Database } from "~/edge/database.ts";
import { type NewPayment, type PaymentRecord, UNKNOWN_COURSE } from "~/edge/payments/payment-record.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { findUsable } from "~/edge/vouchers/voucher-store.ts";
import { keysOf } from "./enrolment-keys.ts";
import type { EnrolmentRecord } from "./enrolment-record.ts";
import { addingEnrolment, type EnrolmentStart, findEnrolment, replacingStarted } from "./enrolment-store.ts";
import { updateEnrolment } from "./update-enrolment.ts";

/** The key that a request gets for the enrolment that it starts. */
export interface RequestedKey {
  readonly key: string;
  readonly digest: string;
}

/**
 * Returns the enrolment's key for a request, the same each time. @param idempotencyKey the request's secret
 */
export async function enrolmentKeyFrom(idempotencyKey: string): Promise<RequestedKey> {
  const key = await keyOfRequest(idempotencyKey);
  return { key, digest: await keyDigest(key) };
}

/** The form of the idempotency key that a browser makes for each enrolment. Any other key counts as missing. */
const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{22,64}$/;

/** Returns the enrolment's key for a request; `null` without an `Idempotency-Key`. */
export async function enrolmentKeyFor(request: Request): Promise<RequestedKey | null> {
  const idempotencyKey = request.headers.get("idempotency-key") ?? "";
  return IDEMPOTENCY_KEY.test(idempotencyKey) ? enrolmentKeyFrom(idempotencyKey) : null;
}

type Context = Pick<AppContext, "db" | "prices" | "now">;

export interface StartedEnrolment {
  /** `null` if the purchase is no longer offered, or the voucher cannot be used any more. */
  readonly id: string | null;
  /** The reason why the voucher cannot be used any more and nothing was started; `null` otherwise. */
  readonly voucherProblem: VoucherProblem | null;
  /** `null` if the request had none, and once the key has ended. */
  readonly key: string | null;
}

interface EnrolmentRequest {
  readonly requested: RequestedKey | null;
  /** The attribution in the form of `attributionText`. */
  readonly attribution: string;
}

/**
 * Starts the enrolment of a stored order, once. The learner's key is that of the request that stored the
 * order.
 */
export async function startEnrolment(
  context: Context,
  payment: PaymentRecord,
  { requested, attribution }: EnrolmentRequest,
): Promise<StartedEnrolment> {
  const stored = payment.enrolmentId
    ? { id: payment.enrolmentId, voucherProblem: null }
    : await startAgreed(context, payment, attribution);
  const { id } = stored;
  const keys = id && requested ? await keysOf(context.db, id) : [];
  const isValid = keys.some(({ digest }) => digest === requested?.digest);
  return { ...stored, key: isValid && requested ? requested.key : null };
}

type StoredEnrolment = Omit<StartedEnrolment, "key">;

async function startAgreed(
  context: Context,
  payment: PaymentRecord,
  attribution: string,
): Promise<StoredEnrolment> {
  const { prices, now } = context;
  const { purpose, course, plan, currency, details, agreement } = payment;
  const cohort = details?.learner.cohort ?? "";
  const agreed = agreement ?? agree({ purpose, course, plan, cohort }, currency, prices, lagosDay(now));
  if (!agreed) return { id: null, voucherProblem: null };
  return storeEnrolment(context, payment, agreed, attribution);
}

async function storeEnrolment(
  { db, prices, now }: Context,
  payment: PaymentRecord,
  agreement: Agreement,
  attribution: string,
): Promise<StoredEnrolment> {
  const { reference, status, course, plan } = payment;
  const isPaid = status !== "unpaid";
  const start = startOf(payment, agreement, {
    attribution,
    isPaid,
    given: { texts: prices.consentTexts, way: "on the site", givenAt: null },
  });
  const { id, learner, voucher } = start.enrolment;
  try {
    await db.batch(addingEnrolment(db, start, now));
    if (await findEnrolment(db, id)) return { id, voucherProblem: null };
    // Another request was first, and gave the payment its enrolment.
    const stored = await findPayment(db, reference);
    return { id: stored?.enrolmentId ?? null, voucherProblem: null };
  } catch (error) {
    if (!voucher || isPaid) throw error;
    const { problem } = await findUsable(
      { db, now },
      { code: voucher.code, courseId: course.id, planId: plan?.id ?? "", email: learner.email },
    );
    if (!problem) throw error;
    return { id: null, voucherProblem: problem };
  }
}

interface StartFacts {
  readonly attribution: string;
  readonly isPaid: boolean;
  /** The way in which the ticks in the learner's details were made. */
  readonly given: Parameters<typeof consentsIn>[1];
}

/** Returns the enrolment that a payment starts with an agreement. */
export function startOf(
  { reference, details, customer, keyDigest = null }: NewPayment,
  { pays, voucher = null, ...agreed }: Agreement,
  { attribution, isPaid, given }: StartFacts,
): EnrolmentStart {
  const learner = details?.learner ?? { ...UNKNOWN_LEARNER, email: customer.email };
  const enrolment = { ...agreed, id: newEnrolmentId(), learner, attribution, voucher };
  return { enrolment, reference, pays, keyDigest, isPaid, consents: consentsIn(learner, given) };
}

/**
 * Replaces the unpaid enrolments that the same browser started today for the same address and course. The
 * browser proves with its keys that they are its own, because anyone could type the rest. @returns the ids of
 * the replaced enrolments
 */
export async function replaceEarlier(
  { db, now }: Pick<Context, "db" | "now">,
  id: string,
  earlier: readonly EnrolmentAccess[],
): Promise<string[]> {
  const enrolment = earlier.length > 0 ? await findEnrolment(db, id) : null;
  if (enrolment?.state !== "started") return [];
  const replaced: string[] = [];
  for (const access of earlier) {
    const previous = await findEnrolment(db, access.id);
    const isReplaceable = previous !== null && isSameTry(previous, enrolment, now);
    if (!isReplaceable || !(await hasOnlyLearnerKeys(db, access))) continue;
    await db.batch(replacingStarted(db, access.id, id));
    if (!(await findEnrolment(db, access.id))) replaced.push(access.id);
  }
  return replaced;
}

/** Whether an enrolment was started today for the same address and course. */
function isSameTry(previous: EnrolmentRecord, { id, course, learner }: EnrolmentRecord, now: Date): boolean {
  const { email } = learnerKeys(learner);
  return (
    previous.id !== id &&
    email !== null &&
    learnerKeys(previous.learner).email === email &&
    previous.course.id === course.id &&
    lagosDay(new Date(previous.createdAt)) === lagosDay(now)
  );
}

/** Whether the key is a learner's, and the enrolment has no payer link, which a replacement would end. */
async function hasOnlyLearnerKeys(db: Database, { id, key }: EnrolmentAccess): Promise<boolean> {
  const [keys, digest] = await Promise.all([keysOf(db, id), keyDigest(key)]);
  return keys.some((stored) => stored.digest === digest) && keys.every(({ kind }) => kind === "learner");
}

/**
 * Returns the agreement that was stored with the order. Without one, returns the course's present agreement if
 * its price is the payment's, else an agreement on the payment's amount alone.
 */
function agreementFor(payment: PaymentRecord, prices: PriceList): Agreement {
  const { purpose, course, plan, currency, expectedMinor, paidMinor, details, createdAt } = payment;
  if (payment.agreement) return { ...payment.agreement, currency };
  const day = lagosDay(new Date(createdAt));
  const cohort = details?.learner.cohort ?? "";
  const offered = agree({ purpose, course, plan, cohort }, currency, prices, day);
  const requested = fromMinor(currency, expectedMinor ?? paidMinor);
  if (offered && firstPaymentOf(offered, currency).charge.minor === requested.minor) {
    return { ...offered, currency };
  }
  const charges = chargesOf(details?.parts ?? null, requested, day);
  return {
    source: purpose === "registration" ? "signup" : "pricing",
    // An unknown course does not get its reported name, because the payer chose those words.
    ...(expectedMinor === null ? { course: { id: "", name: UNKNOWN_COURSE }, plan: null } : { course, plan }),
    terms: NO_TERMS,
    currency,
    firstClass: offered?.firstClass ?? null,
    charges: { NGN: [], USD: [], [currency]: charges },
    pays: charges.map(({ number }) => number),
  };
}

/** Returns a charge for the fee and, once announced, one for the tuition. Without parts there is one charge. */
function chargesOf(parts: Order["parts"], requested: Money, day: Day): Charge[] {
  if (!parts) return [{ number: 1, amount: requested, due: day }];
  const fee = { number: 0, amount: parts.fee, due: day };
  if (parts.course.minor === 0) return [fee];
  return [fee, { number: 1, amount: parts.course, due: day }];
}

/**
 * Updates the enrolment of a payment that was recorded, or starts one. Once money came for a payment, no
 * other attempt can replace its enrolment.
 */
export async function followPayment(context: AppContext, payment: PaymentRecord): Promise<void> {
  const id =
    payment.enrolmentId ??
    (await storeEnrolment(context, payment, agreementFor(payment, context.prices), "")).id;
  if (id) await updateEnrolment(context, id);
}
