import { lagosDay } from "~/domain/dates/day.ts";
import { type Agreement, agree, firstPaymentOf, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { REGISTRATION_FIELDS } from "~/domain/enrolment/registration.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { UsedVoucher, VoucherProblem } from "~/domain/pricing/voucher.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { byteLength, storeUnproven, type Unproven } from "~/edge/limits/usage-limits.ts";
import { firstCheck } from "~/edge/payments/check-schedule.ts";
import { ownReport } from "~/edge/payments/payment-events.ts";
import {
  type NewPayment,
  type PaymentRecord,
  type PricedPayment,
  paymentOfOrder,
} from "~/edge/payments/payment-record.ts";
import { addPayment, addUnverified, findPayment } from "~/edge/payments/payment-store.ts";
import { channelOf } from "~/edge/payments/provider.ts";
import { refuse } from "~/edge/payments/refusals.ts";
import { findUsable } from "~/edge/vouchers/voucher-store.ts";
import { recordedStatus } from "./check-payment.ts";
import { recordPayment } from "./record-payment.ts";

/**
 * Returns the message to a visitor whose page shows a former price or offer; `null` if it is up to date. The
 * cohort is not compared, because it may have started since a sponsor got the link.
 */
export function outdatedPage(
  order: Order,
  agreement: Agreement | null,
  prices: Pick<PriceList, "choices">,
): string | null {
  if (!agreement) {
    return `${order.course.name} isn't offered like this any more. Nothing was charged. Please reload the page.`;
  }
  const { charge } = firstPaymentOf(agreement, order.charge.currency);
  if (charge.minor !== order.charge.minor) {
    return `The price of ${agreement.course.name} has changed to ${formatExact(charge)}. Nothing was charged. Please reload the page to see it.`;
  }
  const field = withdrawnChoice(order.learner, prices);
  return (
    field &&
    `${REGISTRATION_FIELDS[field].label}: "${order.learner[field]}" isn't offered any more. ` +
      "Nothing was charged. Please reload the page and choose again."
  );
}

function withdrawnChoice(
  learner: Learner,
  { choices }: Pick<PriceList, "choices">,
): keyof PriceList["choices"] | null {
  const fields = Object.keys(choices) as (keyof PriceList["choices"])[];
  return fields.find((field) => learner[field] !== "" && !choices[field].includes(learner[field])) ?? null;
}

export type Counted = Pick<Unproven, "limit" | "countedBy">;

/** The sender of an order: the limits that count it, and the digest of its key; `null` without a key. */
type OrderSource = Counted & Pick<PaymentRecord, "keyDigest">;

/** The bytes that an order takes beside its text, roughly: times, index entries and its first events. */
const ROW_BYTES = 1000;

interface OrderAgreement {
  /** `null` if the purchase is not offered, or its voucher cannot be used. */
  readonly agreement: Agreement | null;
  /** The reason why the voucher cannot be used; `null` if it can, or there is none. */
  readonly voucherProblem: VoucherProblem | null;
}

/** Returns the agreement that an order makes today; `null` if the purchase is not offered. */
export function agreementWith(
  usedVoucher: UsedVoucher | null,
  order: Order,
  { prices, now }: Pick<AppContext, "prices" | "now">,
): Agreement | null {
  const purchase = { ...order, cohort: order.learner.cohort, usedVoucher };
  return agree(purchase, order.charge.currency, prices, lagosDay(now));
}

export async function agreementOn(
  order: Order,
  { db, prices, now }: Pick<AppContext, "db" | "prices" | "now">,
): Promise<OrderAgreement> {
  const agreed = (usedVoucher: UsedVoucher | null) => agreementWith(usedVoucher, order, { prices, now });
  if (order.voucher === "") return { agreement: agreed(null), voucherProblem: null };
  const earlier = await findPayment(db, order.reference);
  // The same order has reserved its use before.
  const reserved = earlier?.agreement?.voucher;
  if (reserved?.code === order.voucher) return { agreement: agreed(reserved), voucherProblem: null };
  const { voucher, problem } = await findUsable(
    { db, now },
    {
      code: order.voucher,
      courseId: order.course.id,
      planId: order.plan?.id ?? "",
      email: order.learner.email,
    },
  );
  return { agreement: voucher && agreed(voucher), voucherProblem: problem };
}

/** Stores an order. @returns `null` if it is not offered, "not-kept" beyond the day's limits */
export async function registerOrder(
  context: AppContext,
  order: Order,
  agreement: Agreement | null,
  { keyDigest, ...counted }: OrderSource,
): Promise<PaymentRecord | "not-kept" | null> {
  if (!agreement) return null;
  const payment = paymentOfOrder(order, agreement, context.prices);
  return storeOrder(context, { ...payment, keyDigest }, counted);
}

export async function storeOrder(
  context: AppContext,
  payment: NewPayment,
  counted: Counted,
): Promise<PaymentRecord | "not-kept" | null> {
  const { db, now } = context;
  const { reference, provider, currency, expectedMinor } = payment;
  const stored = await storeUnproven(
    context,
    { ...counted, bytes: ROW_BYTES + byteLength(JSON.stringify(payment)) },
    {
      isKnown: async () => (await findPayment(db, reference)) !== null,
      store: () => addPayment(db, payment, { now, nextCheckAt: firstCheck(now), isReported: false }),
    },
  );
  if (!stored) return "not-kept";
  const registered = ownReport("registered", {
    provider,
    reference,
    about: reference,
    ...(expectedMinor !== null && { amount: { currency, minor: expectedMinor } }),
    source: "browser",
    now,
  });
  return recordPayment(context, reference, { reports: [registered] });
}

/**
 * Whether a stored payment belongs to this request. A reference is no proof: return addresses contain it.
 * @param keyDigest the digest of the request's key; `null` without a key, which owns no payment
 */
export function isOwnOrder(
  payment: PaymentRecord,
  { charge }: Order,
  keyDigest: string | null,
): payment is PricedPayment {
  return (
    keyDigest !== null &&
    payment.keyDigest === keyDigest &&
    payment.provider === channelOf(charge) &&
    payment.expectedMinor === charge.minor
  );
}

/** Answers 409 with the `ReportedStatus` of a payment that is paid or pending; `null` if it can be paid. */
export async function refuseResolved(context: AppContext, payment: PaymentRecord): Promise<Response | null> {
  const reported = await recordedStatus(context, payment);
  if (reported.status === "unpaid") return null;
  return refuse(reported.status, reported);
}

export interface NoticeState {
  /** Whether the outcome is known. Staff have then been notified. */
  readonly isResolved: boolean;
  /** Whether the edge notifies staff, because there is a provider to ask. */
  readonly isNotifiedByEdge: boolean;
}

/** Finds out who notifies staff of a payment; `null` if its order is not stored. */
export async function findNoticeState(
  { db, providers: { paystack, paypal } }: AppContext,
  reference: string,
): Promise<NoticeState | null> {
  const payment = await findPayment(db, reference);
  if (!payment) return null;
  const { status, provider, course, providerOrderId } = payment;
  if (status !== "unpaid") return { isResolved: true, isNotifiedByEdge: true };
  if (course.id === "") return null;
  // PayPal has no number under which it could be asked about a browser's order.
  const canAskPayPal = paypal !== null && providerOrderId !== null;
  const canAskPaystack = paystack !== null;
  return { isResolved: false, isNotifiedByEdge: provider === "paypal" ? canAskPayPal : canAskPaystack };
}

/** The bytes of a row with only a reference and times, and its index entries, roughly. */
const UNVERIFIED_BYTES = 500;

/**
 * Stores a payment that only a browser reports, so that a sweep asks Paystack even if webhook and job are
 * lost. Beyond the day's limits only the job is left. PayPal's orders are the edge's own and need no row.
 */
export async function recordUnverified(
  context: Pick<AppContext, "db" | "now" | "overflowLimit">,
  reference: string,
  visitor: string,
): Promise<void> {
  const { db, now } = context;
  await storeUnproven(
    context,
    { limit: "order", countedBy: visitor, bytes: UNVERIFIED_BYTES },
    {
      isKnown: async () => (await findPayment(db, reference)) !== null,
      store: () => addUnverified(db, reference, { now, nextCheckAt: firstCheck(now) }),
    },
  );
}
