import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { ADA, fillIn } from "./registration-form.ts";

/** What axe finds wrong with the page as it stands, one line a finding. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target}`));
}

for (const [screen, width] of [
  ["a phone", 360],
  ["a desktop", 1280],
] as const) {
  test.describe(`everybody can use, on ${screen},`, () => {
    test.use({ viewport: { width, height: 800 } });
    test.beforeEach(({ context }) => comeFrom(context, "NG"));

    test("Home", async ({ page }) => {
      await page.goto("/");
      expect(await findings(page)).toEqual([]);
    });

    for (const [money, country, sign] of [
      ["naira", "NG", "N485K"],
      ["dollars", "US", "$625"],
    ] as const) {
      test(`Pricing in ${money}`, async ({ page, context }) => {
        await comeFrom(context, country);
        await page.goto("/Pricing");
        await expect(page.getByText(sign, { exact: true }).first()).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
    }

    test("the question for the e-mail address, also once it was answered wrongly", async ({ page }) => {
      await page.goto("/Pricing");
      await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", { name: "Pay Now" }).click();
      await expect(page.getByLabel("Please Input Your Email")).toHaveAttribute("aria-invalid", "true");
      expect(await findings(page)).toEqual([]);
    });

    test("PayPal's dialog and the receipt", async ({ page, context }) => {
      await comeFrom(context, "US");
      await servePayPal(context);
      await page.goto("/Pricing");
      await payButton(page, "PayPal", "DevOps Full", "Full Tuition").click();
      await expect(page.getByRole("button", { name: "Pay with PayPal" })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", { name: "Pay with PayPal" }).click();
      await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test("Signup, blank", async ({ page }) => {
      await page.goto("/Signup");
      await expect(page.getByLabel("First Name")).toBeEnabled();
      expect(await findings(page)).toEqual([]);
    });

    test("Signup, with errors", async ({ page }) => {
      await page.goto("/Signup");
      await fillIn(page, { ...ADA, email: "ada", phone: "080312" });
      await page.getByRole("button", { name: "Register", exact: true }).click();
      await expect(page.getByLabel("Email Address")).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("Phone Number", { exact: true })).toHaveAttribute("aria-invalid", "true");
      expect(await findings(page)).toEqual([]);
    });

    test("the page for an address that does not exist", async ({ page, expectedErrors }) => {
      expectedErrors.push(/status of 404/);
      await page.goto("/no-such-page");
      expect(await findings(page)).toEqual([]);
    });
  });
}

test.describe("on a phone, everybody can use", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the open menu", async ({ page, context }) => {
    await comeFrom(context, "US");
    await page.goto("/");
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    await expect(page.getByRole("link", { name: "Enroll", exact: true })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});
