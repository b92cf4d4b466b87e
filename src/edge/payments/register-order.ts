import { lagosDay } from "~/domain/dates/day.ts";
import { agree, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { byteLength, storeUnproven, type Unproven } from "~/edge/limits/store-unproven.ts";
import { recordedStatus } from "./check-payment.ts";
import { firstCheck } from "./check-schedule.ts";
import { expectedOf, type NewPayment, type PaymentRecord, paymentOfOrder } from "./payment-record.ts";
import { addPayment, findPayment } from "./payment-store.ts";
import { PROVIDER_OF } from "./provider.ts";
import { ownReport, recordPayment } from "./record-payment.ts";

/** Null when both agree. A cohort is not compared: it may have started since a sponsor was sent the link. */
export function outdatedPage(order: Order, prices: PriceList): string | null {
  const requested = paymentOfOrder(order, prices);
  const charge = expectedOf(requested);
  if (!charge) {
    return `${order.course.name} isn't offered like this any more. Nothing was charged. Please reload the page.`;
  }
  if (charge.minor !== order.charge.minor) {
    return `The price of ${requested.course.name} has changed to ${formatExact(charge)}. Nothing was charged. Please reload the page to see it.`;
  }
  const field = withdrawnChoice(order.learner, prices);
  return (
    field &&
    `${FIELD_LABELS[field]}: "${order.learner[field]}" isn't offered any more. Nothing was charged. Please reload the page and choose again.`
  );
}

function withdrawnChoice(learner: Learner, { choices }: PriceList): keyof PriceList["choices"] | null {
  const fields = Object.keys(choices) as (keyof PriceList["choices"])[];
  return fields.find((field) => learner[field] !== "" && !choices[field].includes(learner[field])) ?? null;
}

type Counted = Pick<Unproven, "what" | "whose">;

/** Who stores an order: counted by that, and known again by the key that the request is given; null without one. */
type OrderSource = Counted & Pick<PaymentRecord, "keyDigest">;

/** About what an order takes beside its own text: times, places in the indexes, and its first events. */
const ROW_BYTES = 1000;

/** At the course record's price; null when it is not offered, "not-kept" beyond the day's limits. */
export async function registerOrder(
  context: AppContext,
  order: Order,
  { keyDigest, ...counted }: OrderSource,
): Promise<PaymentRecord | "not-kept" | null> {
  const { prices, now } = context;
  const payment = paymentOfOrder(order, prices);
  if (payment.expectedMinor === null) return null;
  const agreement = agree(
    { ...order, cohort: order.learner.cohort },
    order.charge.currency,
    prices,
    lagosDay(now),
  );
  return storeOrder(context, { ...payment, agreement, keyDigest }, counted);
}

export async function storeOrder(
  context: AppContext,
  payment: NewPayment,
  counted: Counted,
): Promise<PaymentRecord | "not-kept" | null> {
  const { db, now } = context;
  const { reference, provider, currency, expectedMinor } = payment;
  const isKept = await storeUnproven(
    { db, now },
    { ...counted, bytes: ROW_BYTES + byteLength(JSON.stringify(payment)) },
    {
      isKnown: async () => (await findPayment(db, reference)) !== null,
      store: () => addPayment(db, payment, { now, nextCheckAt: firstCheck(now), isReported: false }),
    },
  );
  if (!isKept) return "not-kept";
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
 * Whether a stored payment is an order of this very request. Others know a reference: it stands in return addresses and receipts.
 * @param keyDigest of the key that the request is given; null to one without an Idempotency-Key, which owns none
 */
export function isOwnOrder(payment: PaymentRecord, { charge }: Order, keyDigest: string | null): boolean {
  return (
    keyDigest !== null &&
    payment.keyDigest === keyDigest &&
    payment.provider === PROVIDER_OF[charge.currency] &&
    payment.expectedMinor === charge.minor
  );
}

const PAID_ALREADY = "This has been paid already. Nothing more was charged.";
const NOT_AGAIN = {
  pending: "An earlier payment of this is still being confirmed. Nothing more was charged.",
  paid: PAID_ALREADY,
  "short-paid": PAID_ALREADY,
  refunded: PAID_ALREADY,
};

/** 409 `{ message }` with the `ReportedStatus` of what is paid or being confirmed; null of what can be paid. */
export async function refuseResolved(context: AppContext, payment: PaymentRecord): Promise<Response | null> {
  const reported = await recordedStatus(context, payment);
  if (reported.status === "unpaid") return null;
  return jsonResponse(409, { ...reported, message: NOT_AGAIN[reported.status] });
}
