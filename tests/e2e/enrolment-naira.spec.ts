import type { APIRequestContext } from "@playwright/test";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import {
  chargeFrom,
  type PaystackParams,
  paystackFrame,
  paystackParams,
  servePaystack,
} from "../mocks/paystack-checkout.ts";
import { academy } from "./academy.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { SECRETS } from "./servers.ts";
import { storedEntries } from "./stored-in-browser.ts";
import { attributionOf, storedPayment } from "./stored-payment.ts";

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
});

/** Paystack reports a charge to the site. @returns the answer's status */
async function sendWebhook(request: APIRequestContext, params: PaystackParams): Promise<number> {
  const raw = JSON.stringify({ event: "charge.success", data: chargeFrom(params) });
  const headers = signedByPaystack(raw, SECRETS.PAYSTACK_SECRET_KEY);
  return (await request.post("/prod/webhooks/paystack", { headers, data: Buffer.from(raw) })).status();
}

test("a Nigerian visitor under 18 enrols from Home, and staff are told who came from where", {
  tag: "@engines",
}, async ({ page, request }) => {
  const lastName = unique("Obi");
  const learner = { ...newLearner(), lastName };
  const campaign = unique("spring-").replace(/\d/g, "x");
  await page.goto(`/?utm_source=instagram&utm_campaign=${campaign}`);
  await page.getByRole("link", { name: "Enroll" }).click();
  const guardian = page.getByRole("group", { name: "Parent or guardian" });
  const news = page.getByRole("checkbox", { name: /^Email me news/ });
  await fillIn(page, learner);
  await expect(page.locator("[data-amount-payable]")).toContainText("N165,000");
  await page.getByLabel("Age").selectOption("Under 18");
  await guardian.getByLabel("Guardian's name").fill("Ngozi Bello");
  await guardian.getByLabel("Guardian's phone or e-mail").fill("0803 000 0000");
  await guardian.getByRole("checkbox").check();
  await news.check();
  await page.getByRole("button", { name: "Register" }).click();

  const pay = paystackFrame(page).getByRole("button", { name: "Pay", exact: true });
  await expect(pay).toBeVisible();
  const params = await paystackParams(page);
  const { reference } = params;
  expect(params).toMatchObject({ amount: 16_500_000, currency: "NGN", email: learner.email });
  expect(reference).toMatch(/^REG-\d{8}-[A-Z2-9]{10}$/);
  expect(params.customFields).toMatchObject({
    reference,
    phone: `+234${learner.phone?.slice(1)}`,
    whatsapp: "+2348037654321",
    age: "Under 18",
    course: "DevOps Foundational",
    consent: "Yes",
  });

  expect(await sendWebhook(request, params)).toBe(200);
  expect(storedPayment(reference)).toMatchObject({
    status: "paid",
    flag: null,
    course_name: "DevOps Foundational",
    expected_minor: 16_500_000,
    paid_minor: 16_500_000,
  });
  const mails = storedMails(reference);
  expect(mails.map(({ to_address }) => to_address)).toEqual(
    academy.staffRecipients.map(({ email }) => email),
  );
  for (const { subject, from_address, message } of mails) {
    expect([subject, from_address]).toEqual(["Registration: paid", academy.senderEmail]);
    for (const part of [
      lastName,
      "N165,000",
      "<th>Guardian&#39;s name</th><td>Ngozi Bello</td>",
      "<th>Guardian&#39;s phone or e-mail</th><td>+2348030000000</td>",
      "<th>Guardian&#39;s consent</th><td>Yes</td>",
      "<th>News and offers by email</th><td>Yes</td>",
    ])
      expect(message).toContain(part);
  }

  await pay.click();
  await page
    .getByRole("dialog", { name: "Your payment has been received" })
    .getByRole("button", { name: "Close" })
    .click();
  await expect(page.getByLabel("First Name")).toHaveValue("");
  expect(storedMails(lastName)).toHaveLength(4);
  expect(await storedEntries(page, "outbox")).toBeNull();
  expect(attributionOf(lastName)).toContain(`utm_campaign=${campaign}`);
});

test("a page that shows an old price asks for a reload, which keeps what was typed", async ({
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

test("an order that the edge refuses is corrected in Signup's form, without a dialog", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await page.route("**/prod/enrolments", (route) => {
    const posted = route.request().postDataJSON();
    posted.order.learner.phone = "+23480312";
    return route.continue({ postData: JSON.stringify(posted) });
  });
  await page.goto("/Signup");
  await fillIn(page, newLearner());
  await page.getByRole("button", { name: "Register", exact: true }).click();
  const summary = page.getByRole("alert", { name: "There is a problem" });
  await expect(summary.getByRole("listitem")).toHaveText(/^Check this phone number/);
  await expect(summary).toBeFocused();
  await expect(page.getByLabel("Phone Number", { exact: true })).toHaveAccessibleDescription(
    /Check this phone number/,
  );
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await storedEntries(page, "outbox")).toBeNull();
});

test("the refund rules are in three lines beside Signup's button, with a link to all of them", async ({
  request,
}) => {
  const signup = await (await request.get("/Signup")).text();
  const rules = /<aside[^>]*aria-label="Refunds".*?<\/aside>/s.exec(signup)?.[0] ?? "";
  expect(rules.match(/<li/g)).toHaveLength(3);
  expect(rules).toContain('href="/Terms%26Condition#refund-policy"');
  expect(await (await request.get("/Terms%26Condition")).text()).toContain('id="refund-policy"');
});
