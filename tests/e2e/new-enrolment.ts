import type { APIRequestContext, Page } from "@playwright/test";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Registration } from "~/domain/enrolment/registration.ts";
import { freshReference, orderOf } from "../fixtures/enrolment.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { newLearner } from "../fixtures/registration-form.ts";
import { chargeFrom } from "../mocks/paystack-checkout.ts";
import { expect } from "./fixtures.ts";
import { SECRETS } from "./servers.ts";

/** A started, unpaid enrolment. */
interface StartedEnrolment {
  readonly id: string;
  readonly key: string;
  /** The reference of the first payment. */
  readonly reference: string;
  readonly email: string;
  /** The address of My enrolment with its key. */
  readonly link: string;
  /** The address of the provider's own page for the first payment. */
  readonly checkout: string;
}

/** Starts an enrolment in DevOps Full as Signup does, by default in five installments, the first of N209,000. */
export async function startEnrolment(
  request: APIRequestContext,
  changes: Partial<Registration> = {},
): Promise<StartedEnrolment> {
  const { email, phone } = newLearner();
  const learner = { email, phone: `+234${phone?.slice(1)}`, planId: "five-installments" };
  const order = orderOf({
    registration: { ...learner, ...changes },
    reference: freshReference(),
    now: new Date(),
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

/** Pays an enrolment in a sandbox, on the stand-in's payment page. */
export async function payInSandbox(
  request: APIRequestContext,
  { checkout }: StartedEnrolment,
): Promise<void> {
  const headers = { origin: new URL(checkout).origin, accept: "application/json" };
  const answer = await request.post(checkout, { form: { choice: "pay" }, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Starts an enrolment in a sandbox and pays the fee and the first of five installments. */
export async function paidInSandbox(request: APIRequestContext): Promise<StartedEnrolment> {
  const started = await startEnrolment(request);
  await payInSandbox(request, started);
  return started;
}

/** Sends Paystack's report of the fee and the first of five installments. */
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

/** Starts an enrolment and pays the fee and the first of five installments. N350,000 is left. */
export async function paidEnrolment(
  request: APIRequestContext,
  typed: { cohort?: string } = {},
): Promise<StartedEnrolment> {
  const started = await startEnrolment(request, typed);
  await confirmPayment(request, started);
  return started;
}

/** Creates a payer link on My enrolment. */
export async function makePayerLink(page: Page, { link }: StartedEnrolment): Promise<string> {
  await page.goto(link);
  await page.getByRole("button", { name: "Ask somebody else to pay" }).click();
  const payerLink = page.getByLabel("Link for the person who pays");
  await expect(payerLink).toBeFocused();
  return payerLink.inputValue();
}
