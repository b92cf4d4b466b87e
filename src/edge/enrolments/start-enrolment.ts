import { lagosDay } from "~/domain/dates/day.ts";
import { agree, type PriceList } from "~/domain/enrolment/agreement.ts";
import { keyDigest, keyOfRequest, newEnrolmentId } from "~/domain/enrolment/enrolment-key.ts";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import { sha256 } from "~/domain/text.ts";
import type { Database } from "~/edge/database.ts";
import type { PaymentRecord } from "~/edge/payments/payment-record.ts";
import { addEnrolment, findByRequest } from "./enrolment-store.ts";

/** What is stored of an enrolment that starts, and the key that opens it. */
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

interface Context {
  readonly db: Database;
  readonly prices: PriceList;
  readonly now: Date;
}

/**
 * Starts an enrolment with its first payment, or finds the one that the same request started.
 * @returns null where the payment belongs to an enrolment that another request started, or is for nothing that is offered
 * @throws when the database fails
 */
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
