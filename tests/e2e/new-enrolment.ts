import type { APIRequestContext, Page } from "@playwright/test";
import { findChoice } from "~/domain/enrolment/agreement.ts";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { registrationOrder } from "~/domain/payments/order.ts";
import { newReference } from "~/domain/payments/reference.ts";
import { filledRegistration, priceList } from "../fixtures/enrolment.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { newLearner } from "../fixtures/registration-form.ts";
import { chargeFrom } from "../mocks/paystack-checkout.ts";
import { expect } from "./fixtures.ts";
import { SECRETS } from "./servers.ts";

/** An enrolment that the edge has started, and that is not paid. */
interface StartedEnrolment {
  readonly id: string;
  readonly key: string;
  /** The reference of the first payment. */
  readonly reference: string;
  readonly email: string;
  /** Opens it on My enrolment. */
  readonly link: string;
  /** The address of the provider's own page for the first payment. */
  readonly checkout: string;
}

/**
 * Starts an enrolment in DevOps Full as Signup does: by default in five installments, N209,000 of them at once.
 * @param planId null where the price is paid at once
 */
export async function startEnrolment(
  request: APIRequestContext,
  {
    planId = "five-installments",
    ...typed
  }: { planId?: string | null; cohort?: string; firstName?: string } = {},
): Promise<StartedEnrolment> {
  const offered = { fee: priceList.fee, courses: priceList.registrationCourses };
  const choice = findChoice(offered, { courseId: "devops-full", planId: planId ?? "" }, null);
  if (!choice) throw new Error("DevOps Full is not offered.");
  const { email, phone } = newLearner();
  const now = new Date();
  const order = registrationOrder({
    registration: filledRegistration({ email, phone: `+234${phone?.slice(1)}`, ...typed }),
    choice,
    cohorts: priceList.cohorts,
    currency: "NGN",
    reference: newReference("registration", now),
    now,
  });
  const answer = await request.post("/prod/enrolments", {
    data: { order, page: "/Signup" },
    headers: { "idempotency-key": newKey() },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id, key, checkout } = await answer.json();
  const link = `/My-enrolment#${id}.${key}`;
  return { id, key, email, reference: order.reference, link, checkout: checkout.url };
}

/** Pays an enrolment of a sandbox, on the stand-in's own page. */
export async function payInSandbox(
  request: APIRequestContext,
  { checkout }: StartedEnrolment,
): Promise<void> {
  const headers = { origin: new URL(checkout).origin, accept: "application/json" };
  const answer = await request.post(checkout, { form: { choice: "pay" }, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** An enrolment at a sandbox, whose fee and first of five installments are paid. */
export async function paidInSandbox(request: APIRequestContext): Promise<StartedEnrolment> {
  const started = await startEnrolment(request);
  await payInSandbox(request, started);
  return started;
}

/** Paystack reports to the site that the fee and the first of five installments came. */
export async function confirmPayment(
  request: APIRequestContext,
  { reference, email }: StartedEnrolment,
): Promise<void> {
  const data = chargeFrom({ reference, amount: 20_900_000, metadata: null, email });
  const raw = JSON.stringify({ event: "charge.success", data });
  const headers = signedByPaystack(raw, SECRETS.PAYSTACK_SECRET_KEY);
  const answer = await request.post("/prod/webhooks/paystack", { headers, data: Buffer.from(raw) });
  expect(answer.status()).toBe(200);
}

/** An enrolment in five installments of which the fee and the first are paid: N350,000 are left. */
export async function paidEnrolment(
  request: APIRequestContext,
  typed: { cohort?: string } = {},
): Promise<StartedEnrolment> {
  const started = await startEnrolment(request, typed);
  await confirmPayment(request, started);
  return started;
}

/** Asks for a payer on My enrolment. @returns the link for the payer */
export async function makePayerLink(page: Page, { link }: StartedEnrolment): Promise<string> {
  await page.goto(link);
  await page.getByRole("button", { name: "Ask somebody else to pay" }).click();
  const payerLink = page.getByLabel("Link for the person who pays");
  await expect(payerLink).toBeFocused();
  return payerLink.inputValue();
}
