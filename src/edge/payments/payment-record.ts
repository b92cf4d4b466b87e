import { cohortName } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { type Agreement, agree, firstPaymentOf, type PriceList } from "~/domain/enrolment/agreement.ts";
import { completeLearner, fullName } from "~/domain/enrolment/learner.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { type OrderFacts, type OrderLine, orderLines } from "~/domain/payments/order-lines.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import type { DerivedStatus } from "~/domain/payments/payment-history.ts";
import { derivedReference } from "~/domain/payments/reference.ts";
import { sql } from "~/edge/database.ts";
import { type Channel, CURRENCY_OF, channelOf, type Provider } from "./provider.ts";

/** The parts of a registration that the provider's record of a payment holds. */
export interface ReportedEnrolment {
  /** The learner, or the payer if the learner is unknown. */
  readonly customer: { readonly email: string; readonly name: string; readonly phone: string };
  /** `null` if the record holds nothing that this site wrote. */
  readonly order: OrderFacts | null;
  /** The id of the enrolment that the record names; `null` if it names none. */
  readonly id: string | null;
  /** The edge's signature of the enrolment's id; empty if somebody else wrote the id. */
  readonly proof: string;
}

export const UNKNOWN_ENROLMENT: ReportedEnrolment = {
  customer: { email: "", name: "", phone: "" },
  order: null,
  id: null,
  proof: "",
};

export type OrderDetails = Pick<Order, "learner" | "cohortName" | "voucher" | "parts" | "isSponsored">;

export interface NewPayment {
  readonly reference: string;
  /** The payment provider, or another way in which the money came. */
  readonly provider: Channel;
  readonly purpose: Order["purpose"];
  /** The course. `id` is empty if the course is unknown. */
  readonly course: Order["course"];
  readonly plan: Order["plan"];
  readonly currency: Currency;
  /** The price in the course record when the payment started; `null` for an unknown course or plan. */
  readonly expectedMinor: number | null;
  /** The agreement stored with the order, on which the enrolment starts. */
  readonly agreement?: Agreement | null;
  /** The digest of the key that continues the payment and opens its enrolment; `null` without a key. */
  readonly keyDigest?: string | null;
  /** `null` if only the payer is known. */
  readonly details: OrderDetails | null;
  readonly customer: ReportedEnrolment["customer"];
  /** ISO 8601, UTC, by the visitor's clock, or by the provider's if no browser sent the order. */
  readonly startedAt: string;
}

export interface PaymentRecord extends Required<NewPayment>, DerivedStatus {
  /** The numbers of the charges that the payment is for; empty until it belongs to an enrolment. */
  readonly charges: readonly number[];
  /** The reference of an earlier payment for the same course by the same learner; `null` without one. */
  readonly duplicateOf: string | null;
  /** The payer as the provider reports them or another payer typed them; `null` while unknown. */
  readonly payer: Payer | null;
  /** PayPal's id of the latest order. */
  readonly providerOrderId: string | null;
  /** The time at which that order was created or the checkout last resumed: ISO 8601, UTC; `null` before. */
  readonly orderedAt: string | null;
  /** ISO 8601, UTC, by the edge's clock. */
  readonly createdAt: string;
  readonly enrolmentId: string | null;
}

export type PricedPayment = PaymentRecord & { readonly expectedMinor: number };

/** Whether money came, even if it was refunded later, or is held back by the provider. */
export function isPaidOrPending({ status, flag }: Pick<PaymentRecord, "status" | "flag">): boolean {
  return status !== "unpaid" || flag === "payment-pending";
}

export const UNKNOWN_COURSE = "Unknown course";

/**
 * Returns the reference for money that somebody else sent under a payment's reference.
 * @param origin the provider, order or charge from which that money came
 */
export function foreignReference(
  { reference, purpose }: Pick<PaymentRecord, "reference" | "purpose">,
  origin: string,
): Promise<string> {
  const [, day = ""] = /^[A-Z]+-(\d{8})-/.exec(reference) ?? [];
  const date = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`);
  return derivedReference(purpose, date, `${origin} ${reference}`);
}

export function purposeOf(reference: string): Order["purpose"] {
  return reference.startsWith("TUI-") ? "tuition" : "registration";
}

/** Returns the payment for an order that a browser sent, at the agreed price and never the browser's. */
export function paymentOfOrder(order: Order, agreement: Agreement, prices: PriceList): NewPayment {
  const { reference, purpose, learner, charge, startedAt } = order;
  return {
    reference,
    provider: channelOf(charge),
    ...purchaseFields({ purpose, order, currency: charge.currency, agreement, prices }),
    customer: { email: learner.email, name: fullName(learner), phone: learner.phone },
    startedAt,
    agreement,
  };
}

/** Returns the payment for a provider's report whose order no browser sent. */
export function paymentOfReport(
  payment: { provider: Provider; reference: string; occurredAt: string },
  { customer, order }: ReportedEnrolment,
  prices: PriceList,
): NewPayment {
  const { provider, reference, occurredAt: startedAt } = payment;
  const purpose = purposeOf(reference);
  const currency = CURRENCY_OF[provider];
  const day = lagosDay(new Date(startedAt));
  const agreement =
    order && agree({ ...order, purpose, cohort: order.learner.cohort }, currency, prices, day);
  return {
    reference,
    provider,
    ...purchaseFields({ purpose, order, currency, agreement, prices }),
    customer,
    startedAt,
  };
}

interface Purchase {
  readonly purpose: Order["purpose"];
  readonly order: OrderFacts | null;
  readonly currency: Currency;
  readonly agreement: Agreement | null;
  readonly prices: PriceList;
}

/** Returns the purchase with the names and the price of the course record, if the course is known. */
function purchaseFields({ purpose, order, currency, agreement, prices }: Purchase) {
  const first = agreement && firstPaymentOf(agreement, currency);
  const sentCourse = { id: order?.course.id ?? "", name: order?.course.name || UNKNOWN_COURSE };
  return {
    purpose,
    course: agreement?.course ?? sentCourse,
    plan: agreement ? agreement.plan : (order?.plan ?? null),
    currency,
    expectedMinor: first?.charge.minor ?? null,
    details: order && {
      learner: order.learner,
      cohortName: cohortName(prices.cohorts, order.learner.cohort),
      voucher: agreement?.voucher?.code ?? "",
      isSponsored: order.isSponsored,
      parts: first?.parts ?? null,
    },
  };
}

export function linesOf({ purpose, course, plan, details }: PaymentRecord): OrderLine[] {
  return details ? orderLines({ purpose, course, plan, ...details }) : [];
}

/** The columns of a payment. Its objects are JSON. */
export const COLUMNS = sql`reference, provider, purpose, currency, charges, expected_minor AS expectedMinor,
  json_object('id', course_id, 'name', course_name) AS course,
  iif(plan_id = '', 'null', json_object('id', plan_id, 'name', plan_name)) AS plan,
  coalesce(agreement, 'null') AS agreement, key_digest AS keyDigest, paid_minor AS paidMinor, status, flag,
  duplicate_of AS duplicateOf, details,
  json_object('email', customer_email, 'name', customer_name, 'phone', customer_phone) AS customer,
  iif(payer_name = '' AND payer_email = '', 'null', json_object('name', payer_name, 'email', payer_email)) AS payer,
  provider_order_id AS providerOrderId, ordered_at AS orderedAt, started_at AS startedAt, created_at AS createdAt,
  enrolment_id AS enrolmentId`;

/** The condition on rows of `payments` with a flag that staff have not looked at yet. */
export const HAS_UNSEEN_FLAG = sql`flag IS NOT NULL AND flagged_state IS NOT seen_state`;

const OBJECTS = ["course", "plan", "charges", "agreement", "details", "customer", "payer"] as const;
type Objects = (typeof OBJECTS)[number];

export type Row = Omit<PaymentRecord, Objects> & Readonly<Record<Objects, string>>;

export function toRecord(row: Row): PaymentRecord {
  const objects = Object.fromEntries(OBJECTS.map((name) => [name, JSON.parse(row[name])]));
  const payment: PaymentRecord = { ...row, ...(objects as Pick<PaymentRecord, Objects>) };
  const { details } = payment;
  if (!details) return payment;
  // An earlier build did not store these fields of a learner and of vouchers.
  const { learner, voucher = "" } = details;
  return { ...payment, details: { ...details, voucher, learner: completeLearner(learner) } };
}
