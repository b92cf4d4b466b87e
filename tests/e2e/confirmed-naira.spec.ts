import type { APIRequestContext, Page } from "@playwright/test";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import {
  chargeFrom,
  type PaystackParams,
  paystackFrame,
  paystackParams,
  servePaystack,
} from "../mocks/paystack-checkout.ts";
import type { PaystackCharge } from "../mocks/paystack-server.ts";
import { academy } from "./academy.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { SECRETS } from "./servers.ts";
import { storedPayment } from "./stored-payment.ts";

const STAFF = academy.staffRecipients.map(({ email }) => email);

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
});

/** Goes as far as Paystack's checkout. */
async function register(page: Page, lastName: string, learner = newLearner()): Promise<PaystackParams> {
  await page.goto("/Signup");
  await fillIn(page, { ...learner, lastName });
  await page.getByRole("button", { name: "Register" }).click();
  return paystackParams(page);
}

async function pay(page: Page): Promise<void> {
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
}

/** Paystack reports a charge to the site. */
async function sendWebhook(
  request: APIRequestContext,
  charge: PaystackCharge,
  secretKey: string = SECRETS.PAYSTACK_SECRET_KEY,
): Promise<number> {
  const raw = JSON.stringify({ event: "charge.success", data: charge });
  const headers = signedByPaystack(raw, secretKey);
  return (await request.post("/prod/webhooks/paystack", { headers, data: Buffer.from(raw) })).status();
}

const subjectsAbout = (reference: string) => storedMails(reference).map(({ subject }) => subject);
const FOUR_PAID = Array(4).fill("Registration: paid");

test("a forged webhook changes nothing; one that comes before the browser's report notifies staff, and the browser's report adds nothing", async ({
  page,
  request,
}) => {
  const lastName = unique("Obi");
  const params = await register(page, lastName);
  const { reference } = params;
  await expect.poll(() => storedPayment(reference)?.status).toBe("unpaid");
  expect(await sendWebhook(request, chargeFrom(params), "sk_test_guessed")).toBe(403);
  expect(storedPayment(reference)?.status).toBe("unpaid");
  expect(await sendWebhook(request, chargeFrom(params))).toBe(200);
  expect(storedPayment(reference)).toMatchObject({
    status: "paid",
    flag: null,
    course_name: "DevOps Foundational",
    expected_minor: 16_500_000,
    paid_minor: 16_500_000,
  });
  expect(storedMails(reference).map(({ to_address }) => to_address)).toEqual(STAFF);
  await pay(page);
  expect(await sendWebhook(request, chargeFrom(params))).toBe(200);
  expect(subjectsAbout(reference)).toEqual(FOUR_PAID);
  expect(storedMails(lastName)).toHaveLength(4);
  expect(storedPayment(reference)?.history).toEqual(["registered (browser)", "charged (webhook)"]);
});

test("a webhook alone enrols a learner whose browser never reported anything", async ({
  page,
  context,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await context.route("**/prod/enrolments", (route) => route.abort());
  const lastName = unique("Bello");
  const learner = newLearner();
  const params = await register(page, lastName, learner);
  await page.close();
  expect(storedPayment(params.reference)).toBeNull();
  expect(await sendWebhook(request, chargeFrom(params))).toBe(200);
  expect(storedPayment(params.reference)).toMatchObject({
    status: "paid",
    course_name: "DevOps Foundational",
    customer_email: learner.email,
  });
  const mails = storedMails(lastName);
  expect(mails.map(({ to_address }) => to_address)).toEqual(STAFF);
  for (const part of [
    `+234${learner.phone?.slice(1)}`,
    "Next cohort, date to be announced",
    "N165,000 NGN",
    "Paystack says: Paid",
  ]) {
    expect(mails[0]?.message).toContain(part);
  }
});

test("a page that shows an old price asks for a reload, and its checkout does not open", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const lastName = unique("Bello");
  await page.route("**/prod/enrolments", (route) => {
    const { order } = route.request().postDataJSON();
    return route.continue({
      postData: JSON.stringify({ order: { ...order, charge: { currency: "NGN", minor: 12_000_000 } } }),
    });
  });
  await page.goto("/Signup");
  await fillIn(page, { ...newLearner(), lastName });
  await page.getByRole("button", { name: "Register" }).click();
  const dialog = page.getByRole("dialog", { name: "Your payment has not been received yet" });
  await expect(dialog).toContainText("The price of DevOps Foundational has changed to N165,000");
  await expect(dialog).toContainText("Nothing was charged. Please reload the page");
  await expect(page.locator("iframe")).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Last Name")).toHaveValue(lastName);
});
