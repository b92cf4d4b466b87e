import type { BrowserContext, Page } from "@playwright/test";
import { ADA, fillIn, type Typed } from "../fixtures/registration-form.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { failLookup, holdLookup, savedLocation } from "./lookup.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const phone = (page: Page) => field(page, "Phone Number");
const phoneCountry = (page: Page, which = "Phone Number") => field(page, `${which}: country code`);
const digits = async (page: Page) => (await phone(page).inputValue()).replace(/\D/g, "");

test.describe("the phone numbers", () => {
  for (const [code, name] of [
    ["NG", "Nigeria"],
    ["GH", "Ghana"],
  ] as const) {
    test(`the phone fields expect numbers from ${name} when the visitor is there`, async ({
      page,
      context,
    }) => {
      await comeFrom(context, code);
      await page.goto("/Signup");
      await expect(phoneCountry(page)).toHaveValue(code);
      await expect(phoneCountry(page, "WhatsApp Number")).toHaveValue(code);
    });
  }

  test("the phone fields expect numbers from the United States while the country is unknown", async ({
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

  test("phone numbers pasted with a calling code bring their own country", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).fill("+447400123456");
    await expect(phoneCountry(page)).toHaveValue("GB");
    expect(await digits(page)).toContain("7400123456");
    await expect(phoneCountry(page, "WhatsApp Number")).toHaveValue("NG");
  });

  test("phone numbers keep every digit, however fast they are typed", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).pressSequentially("08031234567");
    await expect.poll(() => digits(page)).toBe("08031234567");
  });

  test("the phone fields keep the focus while a number of another country is typed", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).pressSequentially("+233241234567");
    await expect(phone(page)).toBeFocused();
    await expect(phoneCountry(page)).toHaveValue("GH");
    expect(await digits(page)).toContain("241234567");
  });

  test("phone numbers from a territory that is not in the list stay as they were pasted", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).fill("+447911123456");
    await expect.poll(() => digits(page)).toBe("447911123456");
    await expect(phoneCountry(page)).toHaveValue("NG");
  });

  test("the phone fields expect numbers from the United States when the visitor's territory is not in the list", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "PR");
    await page.goto("/Signup");
    await expect.poll(() => savedLocation(page)).toContain("Puerto Rico");
    await expect(phoneCountry(page)).toHaveValue("US");
  });

  test("the phone fields expect numbers from Nigeria on the next visit too", async ({ page, context }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await page.reload();
    await expect(phone(page)).toBeEnabled();
    await expect(phoneCountry(page)).toHaveValue("NG");
  });

  test("phone numbers keep their digits when the country is changed afterwards", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await page.goto("/Signup");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await phone(page).fill("08031234567");
    await phoneCountry(page).selectOption("GH");
    await expect(phoneCountry(page)).toHaveValue("GH");
    await expect.poll(() => digits(page)).toContain("8031234567");
  });
});

test.describe("numbers that were typed before anybody knew the country", () => {
  const ALL_BUT_NUMBERS = { ...ADA, phone: null, whatsapp: null, state: null };
  const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });
  const typeBoth = async (page: Page, number: string) => {
    await expect(phone(page)).toBeEnabled();
    for (const label of ["Phone Number", "WhatsApp Number"])
      await field(page, label).pressSequentially(number);
  };

  /** Pays in naira from Nigeria, in dollars from elsewhere. @returns the text of a mail that staff got */
  async function pay(page: Page, context: BrowserContext, typed: Partial<Typed>): Promise<string> {
    const lastName = unique("Numbers");
    await servePaystack(context);
    await servePayPal(context);
    await fillIn(page, { ...ALL_BUT_NUMBERS, lastName, ...typed });
    await register(page).click();
    const naira = paystackFrame(page).getByRole("button", { name: "Pay", exact: true });
    const dollars = page.getByRole("button", { name: "Pay with PayPal" });
    await (typed.country === "Nigeria" ? naira : dollars).click();
    await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
    return storedMails(lastName)[0]?.message ?? "";
  }

  for (const [code, country, typed, number] of [
    ["KE", "Kenya", "0712345678", "+254712345678"],
    ["GH", "Ghana", "0241234567", "+233241234567"],
    ["NG", "Nigeria", "08031234567", "+2348031234567"],
    ["NG", "Nigeria", "8032345678", "+2348032345678"],
  ] as const) {
    test(`a phone number typed before the lookup's answer reaches staff as ${number} when it says ${country} after ${typed}`, async ({
      page,
      context,
    }) => {
      await comeFrom(context, code);
      const answer = await holdLookup(context);
      await page.goto("/Signup");
      await typeBoth(page, typed);
      await expect(phoneCountry(page)).toHaveValue("US");
      answer();
      for (const label of ["Phone Number", "WhatsApp Number"]) {
        await expect(phoneCountry(page, label)).toHaveValue(code);
        await expect(field(page, label)).not.toHaveValue(/\+/);
      }
      const mail = await pay(page, context, { country });
      expect(mail.split(number)).toHaveLength(3);
    });
  }

  test("a phone number typed before the lookup failed reaches staff as one of the country chosen in the form", async ({
    page,
    context,
    expectedErrors,
  }) => {
    await failLookup(context, expectedErrors);
    await page.goto("/Signup");
    await typeBoth(page, "0821234567");
    await expect(phoneCountry(page)).toHaveValue("US");
    await field(page, "Country").selectOption("South Africa");
    await expect(phoneCountry(page)).toHaveValue("ZA");
    await expect(phoneCountry(page, "WhatsApp Number")).toHaveValue("ZA");
    const mail = await pay(page, context, { country: "South Africa" });
    expect(mail.split("+27821234567")).toHaveLength(3);
  });

  test("a phone number typed before the country was known is read for the one chosen in the form after a reload too", async ({
    page,
    context,
    expectedErrors,
  }) => {
    await failLookup(context, expectedErrors);
    await page.goto("/Signup");
    await typeBoth(page, "0821234567");
    await page.reload();
    await expect.poll(() => digits(page)).toBe("0821234567");
    await field(page, "Country").selectOption("South Africa");
    await expect(phoneCountry(page)).toHaveValue("ZA");
    await expect.poll(() => digits(page)).toBe("0821234567");
    await expect(phone(page)).not.toHaveValue(/\+/);
  });

  test("a phone number loses no digit to a lookup that answers while it is typed", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    const answer = await holdLookup(context);
    await page.goto("/Signup");
    await expect(phone(page)).toBeEnabled();
    await phone(page).pressSequentially("0803");
    answer();
    await expect(phoneCountry(page, "WhatsApp Number")).toHaveValue("NG");
    expect(await digits(page)).toBe("0803");
    await phone(page).pressSequentially("1234567");
    await expect(phoneCountry(page)).toHaveValue("NG");
    await expect.poll(() => digits(page)).toBe("08031234567");
    await expect(phone(page)).toBeFocused();
  });

  test("a phone number keeps a calling code that was typed with it, and a country that was chosen", async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    const answer = await holdLookup(context);
    await page.goto("/Signup");
    await expect(phone(page)).toBeEnabled();
    await phone(page).pressSequentially("+2547");
    await phoneCountry(page, "WhatsApp Number").selectOption("GH");
    await field(page, "WhatsApp Number").pressSequentially("0241234567");
    answer();
    await expect.poll(() => savedLocation(page)).toContain("Nigeria");
    await phone(page).press("End");
    await phone(page).pressSequentially("12345678");
    await expect(phoneCountry(page)).toHaveValue("KE");
    await expect(phoneCountry(page, "WhatsApp Number")).toHaveValue("GH");
    const mail = await pay(page, context, { country: "Nigeria" });
    expect(mail).toContain("+254712345678");
    expect(mail).toContain("+233241234567");
  });

  test("a phone number that is invalid in the looked-up country is refused, and its country is asked for", async ({
    page,
    context,
    expectedErrors,
  }) => {
    await failLookup(context, expectedErrors);
    await page.goto("/Signup");
    await typeBoth(page, "0712345678");
    await fillIn(page, { ...ALL_BUT_NUMBERS, country: "United States" });
    await register(page).click();
    await expect(phone(page)).toHaveAccessibleDescription(/choose the country of the number/);
    await expect(phone(page)).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await phoneCountry(page).selectOption("KE");
    await expect(phone(page)).not.toHaveAttribute("aria-invalid", "true");
    await expect.poll(() => digits(page)).toBe("0712345678");
  });
});

test.describe("what was typed", () => {
  test.beforeEach(({ context }) => comeFrom(context, "NG"));

  test("what was typed into the registration form is still there after a reload", async ({ page }) => {
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

  test("what was typed into the registration form is gone once it was paid for, also after a reload", async ({
    page,
    context,
  }) => {
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

  test("what is typed into the registration form cannot be lost before hydration: its fields are disabled until then", async ({
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
