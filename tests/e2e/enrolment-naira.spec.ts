import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { keptIn } from "./stored-in-browser.ts";
import { attributionOf } from "./stored-payment.ts";

test("a Nigerian visitor goes from Home to the received overlay, and four members of staff are notified", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
  const lastName = unique("Obi");

  const campaign = unique("spring-").replace(/\d/g, "x");
  await page.goto(`/?utm_source=instagram&utm_campaign=${campaign}`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).click();
  await expect(page.getByText("N194K").first()).toBeVisible();
  await page.getByRole("link", { name: "Enroll" }).click();
  await fillIn(page, { ...ADA, lastName });
  await expect(page.locator("[data-amount-payable]")).toContainText("N165,000");
  await page.getByRole("button", { name: "Register" }).click();

  const frame = paystackFrame(page);
  await expect(frame.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  const params = await paystackParams(page);
  expect(params).toMatchObject({
    amount: 16_500_000,
    currency: "NGN",
    email: "ada@example.com",
  });
  expect(params.reference).toMatch(/^REG-\d{8}-[A-Z2-9]{10}$/);
  expect(params.customFields).toMatchObject({
    reference: params.reference,
    firstname: "Ada",
    lastname: lastName,
    email: "ada@example.com",
    phone: "+2348031234567",
    whatsapp: "+2348037654321",
    country: "Nigeria",
    state: "Lagos",
    age: "25-29",
    gender: "Female",
    education: "Graduate",
    course: "DevOps Foundational",
    track: "Next cohort, date to be announced",
    consent: "Yes",
  });
  await frame.getByRole("button", { name: "Pay", exact: true }).click();

  const overlay = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(overlay).toContainText(
    "You would receive an email confirming your registration and payment in 24-48 hours",
  );
  await expect(overlay).toContainText(params.reference);
  await expect.poll(() => storedMails(params.reference).length).toBe(4);
  const mails = storedMails(params.reference);
  expect(mails.map((mail) => mail.to_address)).toEqual([
    "admissions@academy.example",
    "finance@academy.example",
    "programmes@academy.example",
    "support@academy.example",
  ]);
  for (const mail of mails) {
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/^Registration: paid/),
      from_address: "no-reply@academy.example",
    });
    expect(mail.message).toContain(lastName);
    expect(mail.message).toContain("N165,000");
  }

  await overlay.getByRole("button", { name: "Close" }).click();
  await expect(overlay).toBeHidden();
  await expect(page.getByLabel("First Name")).toHaveValue("");
  await expect(page.getByLabel("Phone Number", { exact: true })).toHaveValue("");
  await expect(page.locator("[data-amount-payable]")).toContainText("N15,000");
  await expect(page.getByRole("button", { name: "Register", exact: true })).toHaveCount(0);
  expect(await keptIn(page, "outbox")).toBeNull();
  expect(attributionOf(lastName)).toContain(`utm_campaign=${campaign}`);
});
