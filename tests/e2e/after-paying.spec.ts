import type { Page } from "@playwright/test";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import { payAtPaystack, paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { startEnrolment } from "./new-enrolment.ts";
import { payButton } from "./price-cards.ts";

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
});

/** Fills in Signup for DevOps Full in five installments and presses Register. @returns the learner's address */
async function register(page: Page, email = newLearner().email): Promise<string> {
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await fillIn(page, { ...newLearner(), email, course: null });
  await page.getByRole("button", { name: "Register" }).click();
  return email;
}

async function openCheckoutOfCard(page: Page, email: string): Promise<void> {
  await page.goto("/Pricing");
  await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
  await page.getByLabel("Please Input Your Email").fill(email);
  await page.getByRole("button", { name: "Pay Now" }).click();
}

const received = (page: Page) => page.getByRole("dialog", { name: "Your payment has been received" });
const money = (page: Page) => page.locator(".enrolment-money");
const earlier = (page: Page) => page.getByRole("region", { name: "An earlier payment" });
const registerButton = (page: Page) => page.getByRole("button", { name: "Register", exact: true });

test("after paying, a closed dialog, a reload and a second tab still say that it is paid", async ({
  page,
  context,
}) => {
  await register(page);
  await payAtPaystack(page);
  await expect(received(page).locator(".slip")).toContainText("StatusPaid");
  await received(page).getByRole("button", { name: "Close", exact: true }).click();
  const notice = page.getByRole("region", { name: "Your payment" });
  await expect(notice).toContainText("StatusPaid");
  await expect(page.getByText("Received, being confirmed")).toHaveCount(0);

  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto("/Signup?course=devops-full");
    await expect(tab.getByText("You registered for DevOps Full today")).toBeVisible();
    await expect(registerButton(tab)).toHaveCount(0);
    await expect(tab.locator("[data-amount-due]")).toHaveCount(0);
  }
  await second.getByRole("button", { name: "Register someone else" }).click();
  await expect(second.getByLabel("First Name")).toHaveValue("");
  await expect(registerButton(second)).toBeVisible();
  await page.getByRole("link", { name: "Open My enrolment" }).click();
  await expect(money(page)).toContainText("N209,000 paid");
});

test("after a price card is paid, Signup asks for none of it again", async ({ page }) => {
  const { email } = newLearner();
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await fillIn(page, { ...newLearner(), email, course: null });
  await openCheckoutOfCard(page, email);
  await payAtPaystack(page);
  await expect(received(page)).toBeVisible();
  await page.goto("/Signup?course=devops-full");
  await expect(page.getByText("You paid for DevOps Full today")).toBeVisible();
  await expect(registerButton(page)).toHaveCount(0);
  await expect(page.locator("[data-amount-due]")).toHaveCount(0);
  await page.getByRole("button", { name: "Register someone else" }).click();
  await expect(page.getByLabel("First Name"), "what was typed is kept").toHaveValue("Ada");
  await expect(registerButton(page)).toBeVisible();
});

test("Try again starts a payment that was left by Back again, where its button was", async ({ page }) => {
  await page.goto("/Pricing");
  await register(page);
  const { reference } = await paystackParams(page);
  await page.goBack();
  await page.goForward();
  await expect(earlier(page)).toContainText("This payment didn't go through");
  const tries = page.getByRole("button", { name: "Try again" });
  await expect(tries, "in the card, and in the place of Register").toHaveCount(2);
  await tries.last().click();
  await expect(paystackFrame(page).getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  expect((await paystackParams(page)).reference).toBe(reference);
});

test("a try that nobody paid is continued or removed on My enrolment", async ({ page, request }) => {
  const started = await startEnrolment(request);
  await page.goto(started.link);
  await expect(money(page)).toContainText("You didn't finish paying");
  await page.getByRole("button", { name: "Continue" }).click();
  await paystackFrame(page).getByRole("button", { name: "Close checkout" }).click();
  const closed = page.getByRole("dialog", { name: "Your payment has not been received yet" });
  await closed.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Send me a link" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Send me a link" })).toBeVisible();
});
