import type { APIRequestContext } from "@playwright/test";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Registration } from "~/domain/enrolment/registration.ts";
import type { Currency } from "~/domain/money/money.ts";
import { type Order, registrationOrder } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { filledRegistration, priceList, registrationCourse, site } from "../fixtures/enrolment.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { chargeFrom } from "../mocks/paystack-checkout.ts";
import { expect } from "./fixtures.ts";
import { SECRETS } from "./servers.ts";

interface NewEnrolment {
  readonly registration?: Partial<Registration>;
  /** The plan of several payments; null where the price is paid at once. */
  readonly planId?: string | null;
  readonly currency?: Currency;
}

/** An enrolment that the edge has started, and that is not paid. */
export interface StartedEnrolment {
  readonly id: string;
  readonly key: string;
  /** Of its first payment. */
  readonly reference: string;
  readonly email: string;
  /** Opens it on My enrolment. */
  readonly link: string;
  /** Its first payment, as the edge was asked for it. */
  readonly order: Order;
  /** The provider's own page for it; none in dollars. */
  readonly checkoutUrl: string | null;
}

/** Starts an enrolment in DevOps Full as Signup does: by default in five installments, N209,000 of them at once. */
export async function startEnrolment(
  request: APIRequestContext,
  { registration = {}, planId = "five-installments", currency = "NGN" }: NewEnrolment = {},
): Promise<StartedEnrolment> {
  const course = registrationCourse("devops-full");
  const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(10, "0")
    .slice(-8);
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const now = new Date();
  const order = registrationOrder({
    registration: filledRegistration({ email, phone: `+23480${digits}`, ...registration }),
    course,
    plan: course.plans.find(({ id }) => id === planId) ?? null,
    cohorts: priceList.cohorts,
    fee: site.registrationFee,
    currency,
    reference: newReference("registration", now),
    now,
  });
  const answer = await request.post("/prod/enrolments", {
    data: { order, page: "/Signup" },
    headers: { "idempotency-key": newKey() },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id, key, checkout } = await answer.json();
  return {
    id,
    key,
    order,
    email,
    reference: order.reference,
    link: `/My-enrolment#${id}.${key}`,
    checkoutUrl: checkout?.url ?? null,
  };
}

/** Paystack reports to the site that a payment came. @param amount in kobo */
export async function confirmPayment(
  request: APIRequestContext,
  { reference, email }: Pick<StartedEnrolment, "reference" | "email">,
  amount: number,
): Promise<void> {
  const data = chargeFrom({ reference, amount, metadata: null, email });
  const raw = JSON.stringify({ event: "charge.success", data });
  const headers = signedByPaystack(raw, SECRETS.PAYSTACK_SECRET_KEY);
  const answer = await request.post("/prod/webhooks/paystack", { headers, data: Buffer.from(raw) });
  expect(answer.status()).toBe(200);
}

const FIRST_PAYMENT = 20_900_000;

/** An enrolment in five installments of which the fee and the first are paid: N350,000 are left. */
export async function paidEnrolment(
  request: APIRequestContext,
  enrolment: NewEnrolment = {},
): Promise<StartedEnrolment> {
  const started = await startEnrolment(request, enrolment);
  await confirmPayment(request, started, FIRST_PAYMENT);
  return started;
}
