import type { Page } from "@playwright/test";
import { chosenPlan } from "../fixtures/registration-form.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { payButton, priceCard } from "./price-cards.ts";

const BLOCKS = {
  "Full Course": ["DevOps Full"],
  "Foundational Course": ["DevOps Foundational"],
  "Advanced Course": ["DevOps Advanced"],
  "Short Course": [
    "AWS Solutions Architect Associate (SAA-C03)",
    "AWS Certified Cloud Practitioner (CLF-C02)",
  ],
};

test("Pricing has thirteen cards in four blocks, each with one way to pay, in either currency", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.goto("/Pricing");
  for (const [badge, courses] of Object.entries(BLOCKS)) {
    const block = page.getByRole("region", { name: badge });
    await expect(block.getByRole("heading", { level: 3 })).toHaveText(courses);
  }
  const levels = page.getByText("Pay for DevOps Full while starting here");
  await expect(levels).toHaveCount(2);
  for (const level of await levels.all()) await level.click();
  for (const [currency, button, other, total] of [
    ["Naira (N)", "Enroll Now", "PayPal", "N544,000"],
    ["Dollars ($)", "PayPal", "Enroll Now", "$1200"],
  ] as const) {
    await page.getByRole("main").getByRole("button", { name: currency }).click();
    await expect(page.getByRole("button", { name: new RegExp(`^${button}`) })).toHaveCount(13);
    await expect(page.getByRole("button", { name: new RegExp(`^${other}`) })).toHaveCount(0);
    const card = priceCard(page, button, "DevOps Full", "Five Installments");
    await expect(card).toContainText(`Total ${total}`, { useInnerText: true });
  }
});

test.describe("paying a naira card", () => {
  const field = (page: Page) => page.getByLabel("Please Input Your Email");
  const payNow = (page: Page) => page.getByRole("button", { name: "Pay Now", exact: true });

  test.beforeEach(async ({ page, context }) => {
    await comeFrom(context, "NG");
    await servePaystack(context);
    await page.goto("/Pricing");
  });

  test("a naira card asks for the e-mail address before Paystack's code is fetched", {
    tag: "@engines",
  }, async ({ page }) => {
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    const card = payButton(page, "Enroll Now", "DevOps Full", "Five Installments");
    await card.click();
    const modal = page.getByRole("dialog", { name: "Pay N194,000" });
    await expect(modal).toContainText("DevOps Full, Five Installments");
    await expect(modal).toContainText(
      "Tuition only. The registration fee of N15,000 and your details follow.",
    );
    for (const [address, message] of [
      ["   ", /Enter your email address\./],
      ["ada@example", /Enter an email address like name@example\.com\./],
    ] as const) {
      await field(page).fill(address);
      await payNow(page).click();
      await expect(field(page)).toHaveAccessibleDescription(message);
    }
    expect(requestedUrls.filter((url) => url.includes("paystack"))).toEqual([]);
    await field(page).fill("ada@example.com");
    await page.keyboard.press("Escape");
    await expect(card).toBeFocused();
    await card.click();
    await expect(field(page)).toHaveValue("");
  });

  test("the pay dialog leads to Signup with the card's course and plan chosen", async ({ page }) => {
    await payButton(page, "Enroll Now", "DevOps Full", "Five Installments").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Have a voucher? Use it when you register.");
    await dialog.getByRole("link", { name: "Register and pay in one step" }).click();
    await expect(page).toHaveURL(/\/Signup\?course=devops-full&plan=five-installments$/);
    await expect(page.getByLabel("Course", { exact: true })).toHaveValue("devops-full");
    await expect(chosenPlan(page)).toHaveValue("devops-full/five-installments");
  });

  test("a naira card is charged what it says, and the dialog says what follows", async ({ page }) => {
    const email = `${unique("ada")}@example.com`;
    await payButton(page, "Enroll Now", "DevOps Full", "Two Installments").click();
    await field(page).fill(` ${email} `);
    await payNow(page).click();
    const { reference, ...params } = await paystackParams(page);
    expect(reference).toMatch(/^TUI-\d{8}-/);
    expect(params).toMatchObject({ email, amount: 25_000_000, currency: "NGN" });
    await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
    const received = page.getByRole("dialog", { name: "Your payment has been received" });
    for (const words of [
      reference,
      "DevOps Full, Two Installments",
      "Paid: N250,000 tuition, payment 1 of 2",
      "Then: N250,000, due 3 months after the first class",
      "Next: your details and the registration fee of N15,000.",
    ]) {
      await expect(received).toContainText(words);
    }
    await expect.poll(() => storedMails(reference).length).toBe(4);
  });
});

test("a dollar card is charged at PayPal what it says, and staff learn who paid", async ({
  page,
  context,
}) => {
  await comeFrom(context, "US");
  const standIn = await servePayPal(context);
  const script = page.waitForRequest(/paypal\.com/);
  await page.goto("/Pricing");
  await payButton(page, "PayPal", "DevOps Full", "Two Installments").click();
  expect(Object.fromEntries(new URL((await script).url()).searchParams)).toMatchObject({
    "client-id": "end-to-end-client",
    currency: "USD",
  });
  await page.getByRole("button", { name: "Pay with PayPal" }).click();
  const received = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(received).toContainText("Then: $625.00, due 5 months after the first class");
  const [unit] = standIn.orders[0]?.purchase_units ?? [];
  expect(unit).toMatchObject({
    description: "DevOps Full",
    amount: { currency_code: "USD", value: "625.00" },
  });
  const mails = storedMails(unit?.invoice_id ?? "no reference");
  expect(mails).toHaveLength(4);
  for (const part of ["Grace Hopper", "grace@example.com", "$625.00", "Two Installments", "CAPTURE-1"])
    expect(mails[0]?.message).toContain(part);
});

test("a level's card sells DevOps Full, says so, and leads to the level alone", async ({ page, context }) => {
  await comeFrom(context, "NG");
  await page.goto("/Pricing");
  const card = payButton(page, "Enroll Now", "DevOps Foundational", "Full Tuition");
  await expect(card).toBeHidden();
  const block = page.getByRole("region", { name: "Foundational Course" });
  await block.getByText("Pay for DevOps Full while starting here").click();
  await card.click();
  const dialog = page.getByRole("dialog", { name: "Pay N485,000" });
  await expect(dialog).toContainText("DevOps Full, Full Tuition");
  await expect(dialog).toContainText(
    "This plan covers DevOps Full: both levels. DevOps Foundational alone is N150,000: register for it",
  );
  await expect(dialog.getByRole("link", { name: "register for it" })).toHaveAttribute(
    "href",
    "/Signup?course=devops-foundational",
  );
});

test("an address that the edge refuses is corrected in the pay dialog", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await comeFrom(context, "NG");
  await page.route("**/prod/enrolments", (route) => {
    const posted = route.request().postDataJSON();
    posted.order.learner.email = "ada@";
    return route.continue({ postData: JSON.stringify(posted) });
  });
  await page.goto("/Pricing");
  await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Please Input Your Email").fill("ada@example.com");
  await dialog.getByRole("button", { name: "Pay Now" }).click();
  await expect(dialog).toHaveAccessibleName("Pay N485,000");
  const email = dialog.getByLabel("Please Input Your Email");
  await expect(email).toHaveAccessibleDescription(/name@example\.com/);
  await expect(email).toHaveValue("ada@example.com");
});
