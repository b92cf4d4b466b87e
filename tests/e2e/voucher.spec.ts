import type { Page } from "@playwright/test";
import { choosePlan, fillIn, newLearner, wakeForm } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { changeDatabase } from "./control-site.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { SITE } from "./servers.ts";

/** Stores a voucher for DevOps Full that takes off a percentage. @returns its code */
async function madeVoucher(percent: number, includesFee = 0): Promise<string> {
  const code = `TEST-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
  await changeDatabase(SITE, [
    `INSERT INTO vouchers (code, percent, includes_fee, course_ids, note, made_by, made_at)
     VALUES (?, ?, ?, '["devops-full"]', 'A test', 'ngozi@academy.example', '2026-11-01T09:00:00.000Z')`,
    code,
    percent,
    includesFee,
  ]);
  return code;
}

const payable = (page: Page) => page.locator("[data-amount-payable]");
const field = (page: Page) => page.getByLabel("Voucher", { exact: true });

test("a voucher lowers each sum of its plan, and the payment that follows", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/404 \(Not Found\)/);
  await comeFrom(context, "NG");
  await servePaystack(context);
  const code = await madeVoucher(10);
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await wakeForm(page);
  await page.getByText("Have a voucher?").click();
  await field(page).fill("nobody");
  await page.getByRole("button", { name: "Use voucher" }).click();
  await expect(field(page)).toHaveAccessibleDescription(/We don't know this voucher/);
  await expect(payable(page)).toHaveText("N209,000", { useInnerText: true });

  await fillIn(page, { ...newLearner(), course: null });
  await field(page).fill(` ${code.toLowerCase()} `);
  await page.getByRole("button", { name: "Use voucher" }).click();
  await expect(payable(page)).toHaveText("N189,600", { useInnerText: true });
  await expect(page.getByText(`Voucher ${code}: −N54,400`)).toBeVisible();
  await expect(page.getByLabel("Payment plan")).toContainText("N174,600 now, then 5 payments of N63,000");
  await choosePlan(page, "Full tuition");
  await expect(payable(page)).toHaveText("N447,000", { useInnerText: true });
  await choosePlan(page, "Five Installments");

  await page.getByRole("button", { name: "Register", exact: true }).click();
  expect(await paystackParams(page)).toMatchObject({ amount: 18_960_000 });
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  const received = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(received).toContainText("Next payment: N63,000");
  await expect(received).toContainText("Left to pay: N315,000");
  await expect(received).toContainText(`(voucher ${code})`);
  await received.getByRole("link", { name: "Open My enrolment" }).click();
  await expect(page.getByText(`Voucher ${code}`)).toBeVisible();
});

test("a link's voucher is used by itself, and says so where it is for another course", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  const code = await madeVoucher(10);
  await page.goto(`/Signup?voucher=${code}`);
  await wakeForm(page);
  await expect(field(page)).toHaveValue(code);
  await page.getByLabel("Course", { exact: true }).selectOption("DevOps Full");
  await expect(payable(page)).toHaveText("N447,000", { useInnerText: true });
  await page.getByLabel("Course", { exact: true }).selectOption("DevOps Foundational");
  await expect(field(page)).toHaveAccessibleDescription(/isn't for this course and plan/);
  await expect(payable(page)).toHaveText("N165,000", { useInnerText: true });
});

test("a full scholarship registers without a payment page", async ({ page, context }) => {
  await comeFrom(context, "NG");
  const code = await madeVoucher(100, 1);
  await page.goto(`/Signup?course=devops-full&plan=five-installments&voucher=${code}`);
  const payIn = page.getByRole("group", { name: "Pay in" });
  await expect(payIn).toBeVisible();
  await wakeForm(page);
  await fillIn(page, { ...newLearner(), course: null });
  await expect(page.getByText("Due after your first payment")).toHaveCount(0);
  await expect(payIn).toBeHidden();
  await page.getByRole("button", { name: "Register, nothing to pay" }).click();
  const received = page.getByRole("dialog", { name: "Your payment has been received" });
  await expect(received).toContainText("N0");
  await expect(received).toContainText("Learning portal access is active.");
  await expect(received).not.toContainText(/Next payment|Left to pay/);
  await received.getByRole("link", { name: "Open My enrolment" }).click();
  await expect(page.getByText("Everything is paid. Thank you.")).toBeVisible();
  await page.getByRole("button", { name: /^Receipt of N0/ }).click();
  await expect(page.getByRole("dialog", { name: /^Receipt 20/ })).toContainText("N0");
});
