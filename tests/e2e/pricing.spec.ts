import type { Page } from "@playwright/test";
import { chosenPlan } from "../fixtures/registration-form.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { payButton, priceCard } from "./price-cards.ts";

const SOLUTIONS_ARCHITECT = "AWS Solutions Architect Associate (SAA-C03)";
const CLOUD_PRACTITIONER = "AWS Certified Cloud Practitioner (CLF-C02)";
const BLOCKS = {
  "Full Course": ["DevOps Full"],
  "Foundational Course": ["DevOps Foundational"],
  "Advanced Course": ["DevOps Advanced"],
  "Short Course": [SOLUTIONS_ARCHITECT, CLOUD_PRACTITIONER],
};

/** The views, each with the way it is chosen and paid, and a course's cards: plan, amount and total. */
const VIEWS = [
  {
    currency: "Naira (N)",
    button: "Enroll Now",
    other: "PayPal",
    fee: "N15,000",
    cards: [
      ["Five Installments", "N194K", "N544,000"],
      ["Full Tuition", "N485K", "N485,000"],
      ["Two Installments", "N250K", "N500,000"],
    ],
    // Registering for a DevOps course costs less than its card.
    flags: { "Pay once": 3, "Pay once, save most": 2 },
  },
  {
    currency: "Dollars ($)",
    button: "PayPal",
    other: "Enroll Now",
    fee: "$9.00",
    cards: [
      ["Five Installments", "$500", "$1200"],
      ["Full Tuition", "$1200", "$1200"],
      ["Two Installments", "$625", "$1250"],
    ],
    // Each course has instalments whose total is no higher.
    flags: { "Pay once": 5, "Pay once, save most": 0 },
  },
] as const;

test("Pricing has thirteen cards in four blocks, in either currency, with one way to pay", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.goto("/Pricing");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    ...Object.keys(BLOCKS),
    "Still deciding?",
  ]);
  for (const [badge, courses] of Object.entries(BLOCKS)) {
    const block = page.getByRole("region", { name: badge });
    await expect(block.getByRole("heading", { level: 3 })).toHaveText(courses);
    await expect(block.getByRole("paragraph").filter({ hasText: badge })).toHaveCount(courses.length);
  }
  const line = page.getByText("Already enrolled? Pay your next installment from My enrolment");
  await expect(line.getByRole("link", { name: "My enrolment" })).toHaveAttribute("href", "/My-enrolment");

  const levels = page.getByText("Pay for DevOps Full while starting here");
  await expect(levels).toHaveCount(2);
  for (const level of await levels.all()) await level.click();

  for (const { currency, button, other, fee, cards, flags } of VIEWS) {
    await main.getByRole("button", { name: currency }).click();
    await expect(page.getByRole("button", { name: new RegExp(`^${button}`) })).toHaveCount(13);
    await expect(page.getByRole("button", { name: new RegExp(`^${other}`) })).toHaveCount(0);
    const note = `The registration fee of ${fee} is not included in tuition.`;
    await expect(page.getByText(note)).toBeVisible();
    for (const [plan, amount, total] of cards) {
      const card = priceCard(page, button, "DevOps Full", plan);
      await expect(card.getByRole("heading", { name: plan, exact: true })).toBeVisible();
      await expect(card.getByText(amount, { exact: true })).toBeVisible();
      await expect(card).toContainText(`Total ${total}`, { useInnerText: true });
    }
    const thick = await page
      .locator("article h4")
      .evaluateAll((names) =>
        names
          .filter(({ parentElement: card }) => card && getComputedStyle(card).borderTopWidth === "3px")
          .map(({ textContent }) => textContent),
      );
    expect(thick).toEqual(Array(5).fill("Full Tuition"));
    for (const [flag, count] of Object.entries(flags)) {
      await expect(page.getByText(flag, { exact: true }).filter({ visible: true })).toHaveCount(count);
    }
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

  test("paying a naira card asks for the e-mail address before anything else", {
    tag: "@engines",
  }, async ({ page }) => {
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    const card = payButton(page, "Enroll Now", "DevOps Full", "Five Installments");
    await card.click();
    const modal = page.getByRole("dialog", { name: "Pay N194,000" });
    await expect(field(page)).toHaveAttribute("placeholder", "Please Input Your Email");
    await expect(field(page)).toHaveAttribute("type", "email");
    await expect(modal).toContainText("DevOps Full, Five Installments");
    await expect(modal).toContainText(
      "Tuition only. The registration fee of N15,000 and your details follow.",
    );
    await expect(modal).toContainText("Already enrolled? Pay your next installment from My enrolment");
    for (const [address, message] of [
      ["   ", "Enter your email address."],
      ["ada@example", "Enter an email address like name@example.com."],
    ] as const) {
      await field(page).fill(address);
      await payNow(page).click();
      await expect(field(page)).toHaveAttribute("aria-invalid", "true");
      await expect(field(page)).toHaveAccessibleDescription(new RegExp(message.replaceAll(".", "\\.")));
    }
    expect(requestedUrls.filter((url) => url.includes("paystack"))).toEqual([]);
    for (const close of [
      () => page.getByRole("button", { name: "Close", exact: true }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await field(page).fill("ada@example.com");
      await close();
      await expect(field(page)).toBeHidden();
      await expect(card).toBeFocused();
      await card.click();
      await expect(field(page)).toHaveValue("");
    }
    await page.getByRole("dialog").getByRole("link", { name: "Register and pay in one step" }).click();
    await expect(page).toHaveURL(/\/Signup\?course=devops-full&plan=five-installments$/);
    await expect(page.getByLabel("Course", { exact: true })).toHaveValue("devops-full");
    await expect(chosenPlan(page)).toHaveValue("devops-full/five-installments");
  });

  test("a naira card opens Paystack with the address and the amount, and staff are notified", async ({
    page,
  }) => {
    const email = `${unique("ada")}@example.com`;
    await payButton(page, "Enroll Now", "DevOps Full", "Two Installments").click();
    await field(page).fill(` ${email} `);
    await payNow(page).click();
    const params = await paystackParams(page);
    expect(params).toMatchObject({ email, amount: 25_000_000, currency: "NGN" });
    expect(params.customFields).toMatchObject({ course: "DevOps Full", plan: "Two Installments", email });
    const { reference } = params;
    expect(reference).toMatch(/^TUI-\d{8}-/);
    await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
    const received = page.getByRole("dialog", { name: "Your payment has been received" });
    await expect(received).toContainText(reference);
    await expect(received).toContainText("N250,000");
    for (const words of [
      "DevOps Full, Two Installments",
      "Paid: N250,000 tuition, payment 1 of 2",
      "Then: N250,000, due 3 months after the first class",
      "Next: your details and the registration fee of N15,000.",
    ]) {
      await expect(received).toContainText(words);
    }
    await expect(received.getByRole("link", { name: "Open My enrolment" })).toHaveAttribute(
      "href",
      /^\/My-enrolment#ENR-/,
    );
    await expect.poll(() => storedMails(reference).length).toBe(4);
    for (const mail of storedMails(reference)) {
      expect(mail.subject).toMatch(/^Registration: paid/);
      for (const part of [email, "N250,000", "DevOps Full", "Two Installments"]) {
        expect(mail.message).toContain(part);
      }
    }
  });
});

test("a dollar card is charged what it says, and staff learn who paid and which plan", async ({
  page,
  context,
}) => {
  await comeFrom(context, "US");
  const standIn = await servePayPal(context);
  const script = page.waitForRequest(/paypal\.com/);
  const payWithPayPal = page.getByRole("button", { name: "Pay with PayPal" });
  await page.goto("/Pricing");
  await payButton(page, "PayPal", "DevOps Full", "Two Installments").click();
  expect(Object.fromEntries(new URL((await script).url()).searchParams)).toMatchObject({
    "client-id": "end-to-end-client",
    currency: "USD",
  });
  const dialog = page.getByRole("dialog", { name: "Pay $625.00 with PayPal" });
  await expect(dialog).toContainText("Tuition only. The registration fee of $9.00 and your details follow.");
  await payWithPayPal.click();
  const received = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(received).toContainText("Paid: $625.00 tuition, payment 1 of 2");
  await expect(received).toContainText("Then: $625.00, due 5 months after the first class");
  const reference = standIn.orders[0]?.purchase_units[0]?.invoice_id ?? "";
  expect(reference).toMatch(/^TUI-\d{8}-/);
  await expect(received).toContainText(reference);
  const mails = storedMails(reference);
  expect(mails).toHaveLength(4);
  for (const part of ["Grace Hopper", "grace@example.com", "$625.00", "Two Installments", "CAPTURE-1"]) {
    expect(mails[0]?.message).toContain(part);
  }
  await received.getByRole("button", { name: "Make another payment" }).click();

  const card = payButton(page, "PayPal", CLOUD_PRACTITIONER, "Full Tuition");
  await card.click();
  await page
    .getByRole("dialog", { name: /with PayPal$/ })
    .getByRole("button", { name: "Close" })
    .click();
  await page
    .getByRole("dialog", { name: "Your payment has not been received yet" })
    .getByRole("button", { name: "Close" })
    .click();
  await expect(card).toBeFocused();
  expect(standIn.orders).toHaveLength(1);
  await card.click();
  await payWithPayPal.click();
  await expect(received).toContainText("$288.00");
  expect(standIn.orders.map(({ purchase_units }) => purchase_units)).toMatchObject([
    [{ description: "DevOps Full", amount: { currency_code: "USD", value: "625.00" } }],
    [{ description: CLOUD_PRACTITIONER, amount: { currency_code: "USD", value: "288.00" } }],
  ]);
});

test("a level's card sells DevOps Full, says so, and leads to the level alone", async ({ page, context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
  await page.goto("/Pricing");
  const card = payButton(page, "Enroll Now", "DevOps Foundational", "Full Tuition");
  await expect(card).toBeHidden();
  const block = page.getByRole("region", { name: "Foundational Course" });
  await expect(block.getByRole("link", { name: "Register for DevOps Foundational" })).toHaveAttribute(
    "href",
    "/Signup?course=devops-foundational",
  );
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
  await dialog.getByLabel("Please Input Your Email").fill(`${unique("ada")}@example.com`);
  await dialog.getByRole("button", { name: "Pay Now" }).click();
  const { customFields } = await paystackParams(page);
  expect(customFields).toMatchObject({ course: "DevOps Full", course_id: "devops-full" });
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  const received = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(received).toContainText("DevOps Full, Full Tuition");
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
