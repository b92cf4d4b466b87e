import { z } from "astro/zod";
import { cohortName } from "~/domain/dates/cohort.ts";
import { choiceOf, type PaymentChoice } from "~/domain/enrolment/charge.ts";
import { unpaidCharges } from "~/domain/enrolment/enrolment-status.ts";
import { fullName } from "~/domain/enrolment/learner.ts";
import { CURRENCIES, type Money } from "~/domain/money/money.ts";
import type { StartedPayment } from "~/domain/payments/checkout.ts";
import { isReference, newReference } from "~/domain/payments/reference.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { sql } from "~/edge/database.ts";
import { jsonResponse } from "~/edge/http/responses.ts";
import { visitorKey } from "~/edge/limits/rate-limit.ts";
import type { Checked } from "~/edge/middleware/request-body.ts";
import { askAttempts } from "~/edge/payment-lifecycle/check-payment.ts";
import { AccountRefused } from "~/edge/payment-lifecycle/place-order.ts";
import { storeOrder } from "~/edge/payment-lifecycle/register-order.ts";
import { startPayment } from "~/edge/payment-lifecycle/start-payment.ts";
import { deletingPayments } from "~/edge/payments/check-schedule.ts";
import { emailAddress, line, sitePage } from "~/edge/payments/parse-order.ts";
import type { NewPayment } from "~/edge/payments/payment-record.ts";
import { saveTypedPayer } from "~/edge/payments/payment-store.ts";
import { PROVIDER_OF } from "~/edge/payments/provider.ts";
import { refuse } from "~/edge/payments/refusals.ts";
import {
  type EnrolmentPayment,
  isStartedWith,
  joiningPayment,
  MOST_OPEN_ATTEMPTS,
  openAttempts,
  paymentsOf,
} from "../enrolment-payments.ts";
import { findEnrolment } from "../enrolment-store.ts";
import { currencyOf, isNairaOnly, pendingCharges, shownCurrency, statusIn } from "../enrolment-views.ts";
import { notOpened, type Opened, type OpenedEnv } from "./enrolment-access.ts";

export const paymentRequest = z.strictObject(
  {
    /** The number of charges to pay next. Others that are due on the same day are added. */
    count: z
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(20, "must be at most 20")
      .default(1),
    /** Used only while either currency is possible. */
    currency: z.enum(CURRENCIES, "must be NGN or USD").optional(),
    /** A payer other than the learner, for their receipt. */
    payerName: line().default(""),
    payerEmail: emailAddress.optional(),
    page: sitePage,
    /**
     * The reference of the last attempt, if the provider refuses it finally. The payment then needs another.
     */
    refused: z.string("must be a reference").refine(isReference, "must be a reference").optional(),
  },
  "must be an object",
);

/**
 * Starts the next payment. The same request again continues its transaction, so that two tabs pay once. A
 * payer never continues another payer's. @throws ProviderError
 * 201: a `StartedPayment`.
 * 404: the learner was erased.
 * 409: nothing is to be paid now.
 * 429: too many were started today.
 */
export function handleEnrolmentPayment(c: PaymentVisit): Promise<Response> {
  return startNextPayment(c, c.var.opened, c.req.valid("json"));
}

type PaymentVisit = Checked<typeof paymentRequest, OpenedEnv>;

async function startNextPayment(
  c: PaymentVisit,
  opened: Opened,
  body: z.infer<typeof paymentRequest>,
): Promise<Response> {
  const { context } = c.env;
  const request = c.req.raw;
  const visitor = visitorKey(request);
  const next = await nextPayment(opened, body, context, visitor);
  if (next.type === "refused") return refuse(next.status, { status: next.status });
  if (next.type === "too-many") return refuse("too-many");
  const { payment, pays, existingReferences } = next;
  const { reference } = payment;
  const { enrolment } = opened;
  // Payments for an enrolment that holds money are counted by its key, so that strangers cannot exhaust its limit.
  const counted =
    enrolment.state === "started"
      ? ({ limit: "order", countedBy: visitor } as const)
      : ({ limit: "payment", countedBy: opened.key.digest } as const);
  const stored = await storeOrder(context, payment, counted);
  if (stored === "not-kept" || !stored) throw new Error("No more payments can be stored today.");
  const { meta } = await joiningPayment(context.db, {
    id: enrolment.id,
    reference,
    pays,
    isSponsored: opened.key.kind === "payer",
    existingReferences,
  }).run();
  if (meta.changes === 0) {
    const latest = await findEnrolment(context.db, enrolment.id);
    if (!latest || latest.erasedAt) {
      const unjoined = sql`reference = ${reference} AND enrolment_id IS NULL AND status = 'unpaid'`;
      await context.db.batch(deletingPayments(context.db, unjoined));
      return notOpened();
    }
    // Another tab or a payer's link has just started a payment, so the next payment is looked up again.
    return startNextPayment(c, { ...opened, enrolment: latest }, body);
  }
  // Overwrites the address of an earlier try, which then gets no receipt.
  await saveTypedPayer(context.db, reference, { name: body.payerName, email: body.payerEmail ?? "" });
  const amount: Money = { currency: payment.currency, minor: payment.expectedMinor };
  const started = await startPayment(
    context,
    { ...stored, expectedMinor: amount.minor, enrolmentId: opened.enrolment.id },
    { address: new URL(body.page, request.url), leavesSite: false },
  ).catch((error: unknown) => {
    if (error instanceof AccountRefused) return error;
    throw error;
  });
  if (started instanceof AccountRefused) return jsonResponse(409, { message: started.message });
  if (started.type === "resolved") return startNextPayment(c, opened, body);
  if (started.type === "reference-used") return startNextPayment(c, opened, { ...body, refused: reference });
  const checkout = started.type === "started" ? started.checkout : null;
  const answer: StartedPayment = { reference, amount, charges: pays, checkout };
  return jsonResponse(201, answer);
}

type NextPayment =
  | { readonly type: "too-many" }
  | { readonly type: "refused"; readonly status: RefusedStatus }
  | {
      readonly type: "payment";
      readonly payment: NewPayment & { readonly expectedMinor: number };
      readonly pays: readonly number[];
      /** The references of the enrolment's payments when this one was chosen. */
      readonly existingReferences: readonly string[];
    };

type RefusedStatus = "paid" | "pending" | "withdrawn" | "naira-only";

const refused = (status: RefusedStatus): NextPayment => ({ type: "refused", status });

async function nextPayment(
  { enrolment, key }: Opened,
  body: z.infer<typeof paymentRequest>,
  context: AppContext,
  visitor: string,
): Promise<NextPayment> {
  const { db, now } = context;
  if (enrolment.withdrawnOn) return refused("withdrawn");
  const payments = await paymentsOf(db, enrolment.id);
  const isInNaira = key.kind === "learner" && isNairaOnly(enrolment, payments, context.prices);
  if (isInNaira && body.currency === "USD") return refused("naira-only");
  const visibleCurrency = isInNaira ? "NGN" : shownCurrency(enrolment, payments);
  const currency = currencyOf(enrolment, payments) ?? body.currency ?? visibleCurrency;
  const status = statusIn(enrolment, payments, currency, now);
  const unpaid = unpaidCharges(status.charges).filter(
    ({ number }) => key.kind === "learner" || key.charges.includes(number),
  );
  const pending = pendingCharges(payments, now);
  const payable = unpaid.filter(({ number }) => !pending.includes(number));
  const choice = choiceOf(payable, key.kind === "payer" ? payable.length : body.count);
  if (!choice) return refused(unpaid.length > 0 ? "pending" : "paid");
  const { amount, charges: pays } = choice;
  const isOwn = (payment: EnrolmentPayment) => isStartedWith(key, payment);
  const previousAttempt = payments.findLast((payment) => isOwn(payment) && isAttemptAt(choice, payment));
  const otherAttempts = openAttempts(payments, { pays, now }).filter(
    (attempt) => attempt !== previousAttempt,
  );
  const attempts = previousAttempt ? [previousAttempt, ...otherAttempts] : otherAttempts;
  const outcome = await askAttempts(context, attempts, visitor);
  if (outcome === "pending") return refused("pending");
  if (outcome === "settled") {
    const latest = await findEnrolment(db, enrolment.id);
    return nextPayment({ enrolment: latest ?? enrolment, key }, body, context, visitor);
  }
  // If two devices were refused, the second one continues the payment that the first one has started since.
  const resumed =
    previousAttempt && previousAttempt.reference !== body.refused ? previousAttempt.reference : null;
  if (!resumed && attempts.filter(isOwn).length >= MOST_OPEN_ATTEMPTS) return { type: "too-many" };
  const purpose = pays.includes(0) ? "registration" : "tuition";
  const { learner, course, plan } = enrolment;
  return {
    type: "payment",
    pays,
    existingReferences: payments.map(({ reference }) => reference),
    payment: {
      reference: resumed ?? newReference(purpose, now),
      provider: PROVIDER_OF[currency],
      purpose,
      course,
      plan,
      currency,
      expectedMinor: amount.minor,
      details: {
        learner,
        cohortName: cohortName(context.prices.cohorts, learner.cohort),
        voucher: enrolment.voucher?.code ?? "",
        parts: null,
        isSponsored: key.kind === "payer",
      },
      customer: {
        email: body.payerEmail ?? learner.email,
        name: fullName(learner),
        phone: learner.phone,
      },
      startedAt: now.toISOString(),
      keyDigest: key.digest,
    },
  };
}

/** Whether an unpaid payment is for these charges at this amount. */
function isAttemptAt(
  { amount, charges }: PaymentChoice,
  { status, flag, held, charges: paymentCharges, expectedMinor }: EnrolmentPayment,
): boolean {
  return (
    status === "unpaid" &&
    flag === null &&
    held.currency === amount.currency &&
    expectedMinor === amount.minor &&
    paymentCharges.join() === charges.join()
  );
}
