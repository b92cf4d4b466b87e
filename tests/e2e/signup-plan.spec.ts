import type { Page } from "@playwright/test";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import { choosePlan, chosenPlan, fillIn, newLearner } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test } from "./fixtures.ts";

const course = (page: Page) => page.getByLabel("Course", { exact: true });
const plan = (page: Page) => page.getByLabel("Payment plan");
const payable = (page: Page) => page.locator("[data-amount-payable]");
const rest = (page: Page) =>
  page.getByRole("region", { name: "The rest of your tuition" }).getByRole("listitem");
const includesTuition = (page: Page) =>
  page.getByText("This includes your tuition. Do not pay it again on the Pricing page.");
const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });
const received = (page: Page) => page.getByRole("dialog", { name: "Your payment has been received" });

test("a link chooses course and plan, and a reload keeps what was chosen since", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.clock.setFixedTime(new Date("2024-04-02T09:00:00Z"));
  await page.goto("/Signup?course=devops-full&plan=two-installments");
  await expect(chosenPlan(page)).toHaveValue("devops-full/two-installments");
  await expect(payable(page)).toHaveText("N265,000", { useInnerText: true });
  await expect(includesTuition(page)).toBeHidden();
  // The only cohort that is open is chosen.
  await expect(rest(page)).toHaveText(["N250,000, due on Aug 27, 2024"]);
  await page.getByLabel("Cohort").selectOption("");
  await expect(rest(page)).toHaveText(["N250,000, due 3 months after the first class"]);
  await page.getByLabel("Cohort").selectOption("27 May 2024, cohort 8");
  await choosePlan(page, "Five Installments N194,000 now, then 5 payments of N70,000");
  await page.reload();
  await expect(payable(page)).toHaveText("N209,000", { useInnerText: true });
  await page.getByRole("button", { name: "Dollars ($)" }).click();
  await expect(payable(page)).toHaveText("$509.00", { useInnerText: true });
  await expect(plan(page).getByRole("radio")).toHaveCount(3);
  await expect(plan(page)).toContainText("Total $1,250.00, $50.00 more than paying once");
  await expect(rest(page)).toHaveText(["$700.00, due on Aug 27, 2024"]);

  await page.goto("/Signup");
  await course(page).selectOption("DevOps Full");
  await choosePlan(page, "Five Installments");
  await course(page).selectOption("Solutions Architect");
  await expect(chosenPlan(page)).toHaveValue("");
  await expect(includesTuition(page)).toBeVisible();
  await expect(rest(page)).toHaveCount(0);
});

test("a plan's first payment in naira is charged, and the receipt says what is next", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
  await page.goto("/Signup?plan=five-installments&course=devops-full");
  await fillIn(page, { ...newLearner(), course: null });
  await register(page).click();
  await expect(paystackFrame(page).getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  const params = await paystackParams(page);
  expect(params).toMatchObject({
    amount: 20_900_000,
    customFields: { plan: "Five Installments", plan_id: "five-installments", course_price: "N194,000" },
  });
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();

  await expect(received(page)).toContainText(
    /^Your payment has been received\s*N209,000\s*Next payment: N70,000, due 1\smonth after the first class\s*Open My enrolment/,
  );
  for (const words of [
    "You would receive an email confirming your registration and payment in 24-48 hours",
    "DevOps Full, Five Installments",
    "Paid: N15,000 registration fee + N194,000 tuition, payment 1 of 6",
    "Now: we email your receipt to",
    ACCESS_WORDS.active,
    "First class: date coming soon.",
  ]) {
    await expect(received(page)).toContainText(words);
  }
  await expect.poll(() => storedMails(params.reference)[0]?.message).toContain("Five Installments");
});
