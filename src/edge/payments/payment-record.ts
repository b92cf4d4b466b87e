import { cohortName } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { type Agreement, agree, firstPaymentOf, type PriceList } from "~/domain/enrolment/agreement.ts";
import { completeLearner, fullName } from "~/domain/enrolment/learner.ts";
import type { Currency } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { type OrderFacts, type OrderLine, orderLines } from "~/domain/payments/order-lines.ts";
import type { Payer } from "~/domain/payments/payment-flow.ts";
import type { PaymentFlag, PaymentStatus } from "~/domain/payments/payment-history.ts";
import { derivedReference } from "~/domain/payments/reference.ts";
import { sql } from "~/edge/database.ts";
import { type Channel, CURRENCY_OF, channelOf, type Provider } from "./provider.ts";

/** The registration, as far as a payment's own record has it. */
export interface ReportedEnrolment {
  /** The learner, or the payer where nothing else is known. */
  readonly customer: { readonly email: string; readonly name: string; readonly phone: string };
  /** null where the record has nothing of this site's. */
  readonly order: OrderFacts | null;
  /** The enrolment that it says to be for; null where it names none. */
  readonly id: string | null;
  /** The edge's signature; empty where somebody else named the enrolment. */
  readonly proof: string;
}

export const UNKNOWN_ENROLMENT: ReportedEnrolment = {
  customer: { email: "", name: "", phone: "" },
  order: null,
  id: null,
  proof: "",
};

export type OrderDetails = Pick<Order, "learner" | "cohortName" | "voucher" | "parts" | "isSponsored">;

export interface PaymentRecord {
  readonly reference: string;
  readonly provider: Channel;
  readonly purpose: Order["purpose"];
  /** The course. `id` is empty if the course is unknown. */
  readonly course: Order["course"];
  readonly plan: Order["plan"];
  readonly currency: Currency;
  /** The numbers of the enrolment's charges that it was started for; none before it belongs to one. */
  readonly charges: readonly number[];
  /** The price in the course record when this started; null for a course or plan that it does not have. */
  readonly expectedMinor: number | null;
  /**
   * The agreement that was stored with the order. Its enrolment starts on it, whatever the course record asks
   * by then.
   */
  readonly agreement: Agreement | null;
  /**
   * The digest of the key that started it. That key continues the payment and opens its enrolment. null
   * without one.
   */
  readonly keyDigest: string | null;
  readonly paidMinor: number;
  readonly status: PaymentStatus;
  readonly flag: PaymentFlag | null;
  /** The reference under which the same learner had paid for the same before; null where there is none. */
  readonly duplicateOf: string | null;
  /** null when nothing is known but who paid. */
  readonly details: OrderDetails | null;
  readonly customer: ReportedEnrolment["customer"];
  /**
   * The payer's name and e-mail address as PayPal reports them; null while they are not known, and for
   * Paystack.
   */
  readonly payer: Payer | null;
  /** PayPal's id of the latest order. */
  readonly providerOrderId: string | null;
  /** ISO 8601, UTC: when that was made, or the checkout last resumed; null where neither was. */
  readonly orderedAt: string | null;
  /** ISO 8601, UTC, by the visitor's clock. */
  readonly startedAt: string;
  /** ISO 8601, UTC, by ours. */
  readonly createdAt: string;
  readonly enrolmentId: string | null;
}

/** A stored payment of something that is offered, and so has a price. */
export type PricedPayment = PaymentRecord & { readonly expectedMinor: number };

/** Whether money came, or the provider holds it back. What was given back came as well. */
export function isPaidOrPending({ status, flag }: Pick<PaymentRecord, "status" | "flag">): boolean {
  return status !== "unpaid" || flag === "payment-pending";
}

export type NewPayment = Omit<
  PaymentRecord,
  | "charges"
  | "agreement"
  | "keyDigest"
  | "paidMinor"
  | "status"
  | "flag"
  | "duplicateOf"
  | "payer"
  | "providerOrderId"
  | "orderedAt"
  | "createdAt"
  | "enrolmentId"
> &
  Partial<Pick<PaymentRecord, "agreement" | "keyDigest">>;

export const UNKNOWN_COURSE = "Unknown course";

/**
 * The reference under which money is recorded that somebody else has sent under a payment's reference, which is no secret: the
 * same for the same money, which staff are notified of apart. @param about what identifies the money at its provider
 */
export function foreignReference(
  { reference, purpose }: Pick<PaymentRecord, "reference" | "purpose">,
  about: string,
): Promise<string> {
  const [, day = ""] = /^[A-Z]+-(\d{8})-/.exec(reference) ?? [];
  const date = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`);
  return derivedReference(purpose, date, `${about} ${reference}`);
}

export function purposeOf(reference: string): Order["purpose"] {
  return reference.startsWith("TUI-") ? "tuition" : "registration";
}

/**
 * The payment of an order that the browser names. What it costs is what was agreed, and nothing that the browser says.
 * @param agreement null for what is not offered
 */
export function paymentOfOrder(order: Order, agreement: Agreement | null, prices: PriceList): NewPayment {
  const { reference, purpose, learner, charge, startedAt } = order;
  return {
    reference,
    provider: channelOf(charge),
    ...purchased({ purpose, order, currency: charge.currency, agreement, prices }),
    customer: { email: learner.email, name: fullName(learner), phone: learner.phone },
    startedAt,
    agreement,
  };
}

/** The payment as the provider reports it, where the browser never sent its order. */
export function paymentOfReport(
  payment: { provider: Provider; reference: string; occurredAt: string },
  { customer, order }: ReportedEnrolment,
  prices: PriceList,
): NewPayment {
  const { provider, reference, occurredAt } = payment;
  const purpose = purposeOf(reference);
  const currency = CURRENCY_OF[provider];
  const day = lagosDay(new Date(occurredAt));
  const agreement =
    order && agree({ ...order, purpose, cohort: order.learner.cohort }, currency, prices, day);
  return {
    reference,
    provider,
    ...purchased({ purpose, order, currency, agreement, prices }),
    customer,
    startedAt: occurredAt,
  };
}

interface Bought {
  readonly purpose: Order["purpose"];
  readonly order: OrderFacts | null;
  readonly currency: Currency;
  readonly agreement: Agreement | null;
  readonly prices: PriceList;
}

/**
 * Returns what was bought, by the names and at the price of the course record; as it was sent where the
 * record does not have it.
 */
function purchased({ purpose, order, currency, agreement, prices }: Bought) {
  const first = agreement && firstPaymentOf(agreement, currency);
  const sent = { id: order?.course.id ?? "", name: order?.course.name || UNKNOWN_COURSE };
  return {
    purpose,
    course: agreement?.course ?? sent,
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

export function linesOf({
  purpose,
  course,
  plan,
  details,
}: Pick<PaymentRecord, "purpose" | "course" | "plan" | "details">): OrderLine[] {
  return details ? orderLines({ purpose, course, plan, ...details }) : [];
}

export const COLUMNS = sql`reference, provider, purpose, course_id AS courseId, course_name AS courseName, plan_id AS planId,
  plan_name AS planName, currency, charges, expected_minor AS expectedMinor, agreement,
  key_digest AS keyDigest, paid_minor AS paidMinor, status, flag,
  duplicate_of AS duplicateOf, details, customer_email AS email, customer_name AS name, customer_phone AS phone,
  payer_name AS payerName, payer_email AS payerEmail,
  provider_order_id AS providerOrderId, ordered_at AS orderedAt, started_at AS startedAt, created_at AS createdAt,
  enrolment_id AS enrolmentId`;

/** A condition on rows of `payments`: staff have not looked at its flag. */
export const IS_FLAGGED = sql`flag IS NOT NULL AND flagged_state IS NOT seen_state`;

type Mapped = "course" | "plan" | "charges" | "agreement" | "details" | "customer" | "payer";

export type Row = Omit<PaymentRecord, Mapped> &
  PaymentRecord["customer"] & {
    readonly charges: string;
    readonly courseId: string;
    readonly courseName: string;
    readonly planId: string;
    readonly planName: string;
    readonly agreement: string | null;
    readonly details: string;
    readonly payerName: string;
    readonly payerEmail: string;
  };

/** Returns the details as today's build has them, whichever build stored them. */
function readDetails(json: string): OrderDetails | null {
  const details: OrderDetails | null = JSON.parse(json);
  return details && { ...details, voucher: details.voucher ?? "", learner: completeLearner(details.learner) };
}

export function toRecord(stored: Row): PaymentRecord {
  const {
    courseId,
    courseName,
    planId,
    planName,
    charges,
    agreement,
    details,
    email,
    name,
    phone,
    payerName,
    payerEmail,
    ...row
  } = stored;
  return {
    ...row,
    course: { id: courseId, name: courseName },
    plan: planId ? { id: planId, name: planName } : null,
    charges: JSON.parse(charges),
    agreement: agreement === null ? null : JSON.parse(agreement),
    details: readDetails(details),
    customer: { email, name, phone },
    payer: payerName || payerEmail ? { name: payerName, email: payerEmail } : null,
  };
}

export const MAX_VALUE_LENGTH = 500;
