import type { Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { academy } from "./academy.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { failLookup, savedLocation } from "./lookup.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const phone = (page: Page) => field(page, "Phone Number");
const phoneCountry = (page: Page, which = "Phone Number") => field(page, `${which}: country code`);
const digits = async (page: Page) => (await phone(page).inputValue()).replace(/\D/g, "");

test.describe("the phone numbers", () => {
  for (const [code, name] of [
    ["NG", "Nigeria"],
    ["GH", "Ghana"],
  ] as const) {
    test(`are expected from ${name} when the visitor is there`, async ({ page, context }) => {
      await comeFrom(context, code);
      await page.goto("/Signup");
      await expect(phoneCountry(page)).toHaveValue(code);
      await expect(phoneCountry(page, "WhatsApp Number")).toHaveValue(code);
    });
  }

  test("are expected from the United States when nobody can tell the country", async ({
    page,
    context,
    expectedErrors,
  }) => {
    await failLookup(context, expectedErrors);
    await page.goto("/Signup");
    await expect(phone(page)).toBeEnabled();
    await expect(phoneCountry(page)).toHaveValue("US");
    await expect(phoneCountry(page, "WhatsApp Number")).toHaveValue("US");
  });

  test("bring their own country when they are pasted with its code", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).fill("+447400123456");
    await expect(phoneCountry(page)).toHaveValue("GB");
    expect(await digits(page)).toContain("7400123456");
    await expect(phoneCountry(page, "WhatsApp Number")).toHaveValue("NG");
  });

  test("keep every digit, however fast they are typed", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).pressSequentially("08031234567");
    await expect.poll(() => digits(page)).toBe("08031234567");
  });

  test("keep the focus while one of another country is typed", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).pressSequentially("+233241234567");
    await expect(phone(page)).toBeFocused();
    await expect(phoneCountry(page)).toHaveValue("GH");
    expect(await digits(page)).toContain("241234567");
  });

  test("from a territory that is not in the list stand as they were pasted", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).fill("+447911123456");
    await expect.poll(() => digits(page)).toBe("447911123456");
    await expect(phoneCountry(page)).toHaveValue("NG");
  });

  test("are expected from the United States when the visitor's territory is not in the list", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "PR");
    await page.goto("/Signup");
    await expect.poll(() => savedLocation(page)).toContain("Puerto Rico");
    await expect(phoneCountry(page)).toHaveValue("US");
  });

  test("are expected from Nigeria on the next visit too", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await page.reload();
    await expect(phone(page)).toBeEnabled();
    await expect(phoneCountry(page)).toHaveValue("NG");
  });

  test("keep their digits when the country is changed afterwards", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).fill("08031234567");
    await phoneCountry(page).selectOption("GH");
    await expect(phoneCountry(page)).toHaveValue("GH");
    await expect.poll(() => digits(page)).toContain("8031234567");
  });
});

test.describe("what was typed", () => {
  test.beforeEach(({ context }) => comeFrom(context, "NG"));

  test("is still there after a reload", async ({ page }) => {
    await page.goto("/Signup");
    await fillIn(page, ADA);
    await page.reload();
    await expect(field(page, "First Name")).toHaveValue("Ada");
    await expect(field(page, "Last Name")).toHaveValue("Obi");
    await expect(field(page, "Email Address")).toHaveValue("ada@example.com");
    await expect(field(page, "Country")).toHaveValue("Nigeria");
    await expect(field(page, "State")).toHaveValue("Lagos");
    await expect(field(page, "Age")).toHaveValue("25-29");
    await expect(field(page, "Gender")).toHaveValue("Female");
    await expect(field(page, "Education")).toHaveValue("Graduate");
    await expect(page.getByRole("checkbox", { name: /^I agree that the academy/ })).toBeChecked();
    expect(await digits(page)).toContain("8031234567");
    await expect(page.locator("[data-amount-payable]")).toHaveText("N165,000", { useInnerText: true });
    await expect(page.getByRole("button", { name: "Register", exact: true })).toBeEnabled();
  });

  test("is gone once it was paid for, also after a reload", async ({ page, context }) => {
    await servePaystack(context);
    await page.goto("/Signup");
    await fillIn(page, ADA);
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
    const received = page.getByRole("dialog", { name: "Your payment has been received" });
    await expect(received).toBeVisible();
    await page.reload();
    await expect(field(page, "First Name")).toBeEnabled();
    await expect(field(page, "First Name")).toHaveValue("");
    await expect(phone(page)).toHaveValue("");
    await expect(page.getByRole("checkbox", { name: /^I agree that the academy/ })).not.toBeChecked();
    expect(await page.evaluate(() => sessionStorage.getItem("registration-draft"))).toBeNull();
  });

  test("cannot be lost to a page that is not awake yet: its fields wait until it is", async ({
    page,
    context,
  }) => {
    const gate = Promise.withResolvers<void>();
    await context.route("**/SignupForm*.js", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto("/Signup", { waitUntil: "commit" });
    await expect(field(page, "First Name")).toBeVisible();
    await expect(field(page, "First Name")).toBeDisabled();
    await expect(field(page, "Course")).toBeDisabled();
    await expect(page.getByText("is not set up yet")).toHaveCount(0);
    gate.resolve();
    await expect(field(page, "First Name")).toBeEnabled();
    await field(page, "First Name").fill("Ada");
    await expect(field(page, "First Name")).toHaveValue("Ada");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says why it cannot register anybody, and offers e-mail, phone and WhatsApp", async ({
    page,
  }) => {
    await page.goto("/Signup");
    const main = page.getByRole("main");
    await expect(main).toContainText(
      `To register and pay here, your browser must run JavaScript, and yours does not. You can do the same with our staff: write to ${academy.email}, call ${academy.phones[0]?.display} or use WhatsApp.`,
      { useInnerText: true },
    );
    await expect(main).not.toContainText("is not set up yet");
    const [first] = academy.phones;
    const ways = {
      [academy.email]: `mailto:${academy.email}`,
      [first?.display ?? ""]: `tel:${first?.dial}`,
      WhatsApp: `https://wa.me/${academy.whatsapp.number}`,
    };
    for (const [name, address] of Object.entries(ways)) {
      await expect(main.getByRole("link", { name, exact: true })).toHaveAttribute("href", address);
    }
    await expect(page.getByRole("button", { name: "Register", exact: true })).toBeDisabled();
  });
});
