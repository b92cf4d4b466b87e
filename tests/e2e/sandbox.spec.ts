import type { Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { academy } from "./academy.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

const checkout = (page: Page, amount: string) =>
  page.getByRole("dialog", { name: `Pay ${amount}`, exact: true });
const choose = (page: Page, amount: string, name: "Pay" | "Decline" | "Close") =>
  checkout(page, amount).getByRole("button", { name, exact: true }).click();

const markets = [
  { money: "naira", country: "NG", amount: "N165,000", provider: "Paystack stand-in", home: ADA },
  {
    money: "dollars",
    country: "GH",
    amount: "$109.00",
    provider: "PayPal stand-in",
    home: { ...ADA, country: "Ghana", state: null, phone: "+233241234567", whatsapp: "+233241234568" },
  },
] as const;

async function registerAs(page: Page, typed: typeof ADA): Promise<void> {
  await page.goto("/Signup");
  await fillIn(page, typed);
  await page.getByRole("button", { name: "Register", exact: true }).click();
}

for (const { money, country, amount, provider, home } of markets) {
  test.describe(`the sandbox's checkout for ${money}`, () => {
    test.beforeEach(({ context }) => comeFrom(context, country));

    test("says that no money moves, and what it stands in for", async ({ page }) => {
      await registerAs(page, home);
      const dialog = checkout(page, amount);
      await expect(dialog.getByText("Sandbox: no money moves", { exact: true })).toBeVisible();
      await expect(dialog).toContainText(provider);
      await expect(dialog).toContainText("DevOps Foundational");
      await expect(dialog).toContainText(/Reference REG-\d{8}-[A-Z2-9]{10}/);
    });

    test("Pay leads to the received overlay, and the four mails can be read at /sandbox", async ({
      page,
    }) => {
      const lastName = unique("Obi");
      await registerAs(page, { ...home, lastName });
      await choose(page, amount, "Pay");
      await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
      expect(storedMails(lastName, SANDBOX)).toHaveLength(academy.staffRecipients.length);
      await expect
        .poll(() => new Set(storedMails(lastName, SANDBOX).map(({ status }) => status)))
        .toEqual(new Set(["kept"]));

      await page.goto("/sandbox");
      const mails = page.getByRole("listitem").filter({ hasText: lastName });
      await expect(mails).toHaveCount(4);
      for (const { email } of academy.staffRecipients) {
        const mail = mails.filter({ hasText: `Registration to ${email}` });
        await expect(
          mail.getByRole("heading", { name: "New registration: DevOps Foundational" }),
        ).toBeVisible();
        await expect(mail.getByRole("row", { name: `Last Name ${lastName}` })).toBeVisible();
        await expect(mail.getByRole("row", { name: `Amount ${amount}` })).toBeVisible();
        await expect(mail).toContainText("there are no SMTP settings, so mails stay here");
      }
    });

    test("Decline leads to the refusal in the bank's words, and staff hear nothing", async ({ page }) => {
      const lastName = unique("Obi");
      await registerAs(page, { ...home, lastName });
      await choose(page, amount, "Decline");
      const refused = page.getByRole("dialog", { name: "Your payment has not been received yet" });
      await expect(refused).toContainText("Declined by the sandbox's bank.");
      expect(storedMails(lastName, SANDBOX)).toEqual([]);
    });

    for (const how of ["Close", "Escape"] as const) {
      test(`${how} leads to the closed view, and nothing that was typed is lost`, async ({ page }) => {
        await registerAs(page, home);
        if (how === "Close") await choose(page, amount, "Close");
        else {
          await expect(checkout(page, amount)).toBeVisible();
          await page.keyboard.press("Escape");
        }
        const closed = page.getByRole("dialog", { name: "Your payment has not been received yet" });
        await expect(closed).toContainText(`Please reach out to ${academy.email} to lodge a complaint`);
        await closed.getByRole("button", { name: "Close" }).click();
        await expect(page.getByLabel("First Name")).toHaveValue("Ada");
      });
    }
  });
}

test("a price card is paid in the sandbox too", async ({ page, context }) => {
  await comeFrom(context, "NG");
  await page.goto("/Pricing");
  await page.getByRole("button", { name: /^Enroll Now ?: DevOps Full, Full Tuition$/ }).click();
  await page.getByLabel("Please Input Your Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Pay Now" }).click();
  // The question and the checkout bear the same name; one has gone when the other comes.
  await expect(page.getByText("Sandbox: no money moves", { exact: true })).toBeVisible();
  await choose(page, "N485,000", "Pay");
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
});

test("the country set at /sandbox is what the lookup answers and what prices go by", async ({ page }) => {
  const setCountry = async (name: string) => {
    await page.goto("/sandbox");
    await page.getByLabel("Country that the location lookup answers").selectOption(name);
    await page.getByRole("button", { name: "Set the country" }).click();
    await expect(page).toHaveURL("/sandbox");
    await expect(
      page.getByLabel("Country that the location lookup answers").locator("option:checked"),
    ).toHaveText(name);
  };
  for (const { name, code, price, other } of [
    { name: "Nigeria", code: "NG", price: "N194K", other: "$625" },
    { name: "Kenya", code: "KE", price: "$625", other: "N194K" },
    { name: "Nigeria", code: "NG", price: "N194K", other: "$625" },
  ]) {
    await setCountry(name);
    const answer = await page.request.get("/json");
    expect(await answer.json()).toEqual({ country_name: name, country_code: code });
    await page.goto("/Pricing");
    await expect(page.getByText(price, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(other, { exact: true }).first()).toBeHidden();
  }
});

test("every page of the sandbox says that it is one", async ({ page, context }) => {
  await comeFrom(context, "NG");
  for (const path of ["/", "/Pricing", "/Signup"]) {
    await page.goto(path);
    await expect(page.getByText("Sandbox: no money moves.")).toBeVisible();
  }
});

test("the sandbox's page opens for somebody who types its address", async ({ request }) => {
  const answer = await request.get("/sandbox", { headers: { "sec-fetch-mode": "navigate" } });
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain("Accepted mails");
});
