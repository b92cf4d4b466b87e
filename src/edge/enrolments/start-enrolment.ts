import { type Day, lagosDay } from "~/domain/dates/day.ts";
import { type Agreement, agree, type PriceList } from "~/domain/enrolment/agreement.ts";
import type { Charge } from "~/domain/enrolment/charge.ts";
import { keyDigest, keyOfRequest, newEnrolmentId } from "~/domain/enrolment/enrolment-key.ts";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { fromMinor, type Money } from "~/domain/money/money.ts";
import type { Order } from "~/domain/payments/order.ts";
import { sha256 } from "~/domain/text.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { type PaymentRecord, UNKNOWN_COURSE } from "~/edge/payments/payment-record.ts";
import { addEnrolment, findByRequest } from "./enrolment-store.ts";
import { updateEnrolment } from "./update-enrolment.ts";

export interface StartedEnrolment {
  readonly id: string;
  /** null to a request that did not start it. */
  readonly key: string | null;
}

/** What the request says that an enrolment begins with, besides its order. */
export interface EnrolmentRequest {
  /** null for a request without one, which cannot be repeated to get the key. */
  readonly idempotencyKey: string | null;
  /** As `attributionText` writes it. */
  readonly attribution: string;
}

type Context = Pick<AppContext, "db" | "prices" | "now">;

/** @returns null where the payment belongs to an enrolment of another request, or is for nothing that is offered */
export async function startEnrolment(
  { db, prices, now }: Context,
  payment: PaymentRecord,
  { idempotencyKey, attribution }: EnrolmentRequest,
): Promise<StartedEnrolment | null> {
  const requestKey = idempotencyKey ?? crypto.randomUUID();
  const requestDigest = await sha256(`request ${requestKey}`);
  const key = await keyOfRequest(requestKey);
  const known = await findByRequest(db, requestDigest);
  if (known) return startedBefore(known);
  const { purpose, course, plan, currency, details, customer } = payment;
  const learner = details?.learner ?? { ...UNKNOWN_LEARNER, email: customer.email };
  const agreement =
    payment.agreement ??
    agree({ purpose, course, plan, cohort: learner.cohort }, currency, prices, lagosDay(now));
  if (!agreement) return null;
  const { pays, ...agreed } = agreement;
  const id = newEnrolmentId();
  const enrolmentStart = {
    enrolment: { ...agreed, id, learner, attribution },
    reference: payment.reference,
    pays,
    keyDigest: await keyDigest(key),
    requestDigest,
  };
  if (await addEnrolment(db, enrolmentStart, now)) return { id, key };
  // The same request may have come twice at once, and the other one was first.
  const meanwhile = await findByRequest(db, requestDigest);
  return meanwhile && startedBefore(meanwhile);

  function startedBefore(started: {
    readonly id: string;
    readonly reference: string;
  }): StartedEnrolment | null {
    return started.reference === payment.reference ? { id: started.id, key } : null;
  }
}

/** For a payment whose order never reached the edge. It has no key until its owner asks for a link. */
async function adoptPayment({ db, prices, now }: Context, payment: PaymentRecord): Promise<string | null> {
  const { reference, details, customer } = payment;
  const learner = details?.learner ?? { ...UNKNOWN_LEARNER, email: customer.email };
  const { pays, ...agreed } = agreementFor(payment, learner.cohort, prices);
  const id = newEnrolmentId();
  const isKept = await addEnrolment(
    db,
    {
      enrolment: { ...agreed, id, learner, attribution: "" },
      reference,
      pays,
      keyDigest: null,
      requestDigest: null,
    },
    now,
  );
  return isKept ? id : null;
}

/** What was agreed as its order was stored; else the course record's, at the price asked then; else what was asked. */
function agreementFor(payment: PaymentRecord, cohort: string, prices: PriceList): Agreement {
  const { purpose, course, plan, currency, expectedMinor, paidMinor, details, createdAt } = payment;
  if (payment.agreement) return { ...payment.agreement, currency };
  const day = lagosDay(new Date(createdAt));
  const now = agree({ purpose, course, plan, cohort }, currency, prices, day);
  const requested = fromMinor(currency, expectedMinor ?? paidMinor);
  if (now && amountOf(now.charges[currency], now.pays) === requested.minor) return { ...now, currency };
  const charges = chargesOf(details?.parts ?? null, requested, day);
  return {
    source: purpose === "registration" ? "signup" : "pricing",
    // A course that the record never had is not given its reported name: the payer chose those words.
    ...(expectedMinor === null ? { course: { id: "", name: UNKNOWN_COURSE }, plan: null } : { course, plan }),
    currency,
    firstClass: now?.firstClass ?? null,
    charges: { NGN: [], USD: [], [currency]: charges },
    pays: charges.map(({ number }) => number),
  };
}

/** The fee and, once it is announced, tuition; without these parts one charge of all that was requested. */
function chargesOf(parts: Order["parts"], requested: Money, day: Day): Charge[] {
  if (!parts) return [{ number: 1, amount: requested, due: day }];
  const fee = { number: 0, amount: parts.fee, due: day };
  if (parts.course.minor === 0) return [fee];
  return [fee, { number: 1, amount: parts.course, due: day }];
}

function amountOf(charges: readonly Charge[], numbers: readonly number[]): number {
  return charges
    .filter(({ number }) => numbers.includes(number))
    .reduce((sum, { amount }) => sum + amount.minor, 0);
}

/** Updates an enrolment from what was recorded of one of its payments; a payment without one is given one. */
export async function followPayment(context: AppContext, payment: PaymentRecord): Promise<void> {
  const id = payment.enrolmentId ?? (await adoptPayment(context, payment));
  if (id) await updateEnrolment(context, id);
}
