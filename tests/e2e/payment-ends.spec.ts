import type { Page } from "@playwright/test";
import { ADA, fillIn, newLearner } from "../fixtures/registration-form.ts";
import {
  chargeFrom,
  hangPaystack,
  paystackFrame,
  paystackParams,
  servePaystack,
  servePaystackPage,
} from "../mocks/paystack-checkout.ts";
import { setPaystackCharge } from "../mocks/paystack-server.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { PAYSTACK_API, SITE } from "./servers.ts";
import { storedEntries } from "./stored-in-browser.ts";

const NOT_PAID = "Your payment has not been received yet";
const FALLBACK = "Please reach out to hello@academy.example to lodge a complaint";

test.beforeEach(({ context }) => comeFrom(context, "NG"));

/** Fills in the form and presses Register. */
async function register(page: Page, lastName = "Obi"): Promise<void> {
  await page.goto("/Signup");
  await fillIn(page, { ...ADA, lastName });
  await page.getByRole("button", { name: "Register" }).click();
}

async function press(page: Page, name: string): Promise<void> {
  await paystackFrame(page).getByRole("button", { name, exact: true }).click();
}

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("a double click opens one checkout, which is resumed after it was closed", async ({ page, context }) => {
  await servePaystack(context);
  await page.goto("/Signup");
  await fillIn(page, newLearner());
  const registerButton = page.getByRole("button", { name: "Register" });
  await registerButton.dblclick();
  const { reference } = await paystackParams(page);
  await expect(page.locator('iframe[title="Paystack checkout"]')).toHaveCount(1);
  await press(page, "Close checkout");
  const overlay = dialog(page, NOT_PAID);
  await expect(overlay).toContainText("You haven't been charged. Try again?");
  await expect(overlay).toContainText(FALLBACK);
  await overlay.getByRole("button", { name: "Close" }).click();
  await expect(page.getByLabel("First Name")).toHaveValue("Ada");
  expect(await storedEntries(page, "outbox")).toBeNull();
  await registerButton.click();
  await expect(paystackFrame(page).locator("#params")).toContainText(`access-${reference}`);
});

test("a payment that Paystack reports twice is received once, and its reference can be copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await servePaystack(context);
  const lastName = unique("Okafor");
  await page.goto("/Signup");
  await fillIn(page, { ...newLearner(), lastName });
  await page.getByRole("button", { name: "Register" }).click();
  const { reference } = await paystackParams(page);
  await press(page, "Pay, reported twice");
  const received = dialog(page, "Your payment has been received");
  await expect.poll(() => storedMails(lastName).length).toBe(4);
  await received.getByRole("button", { name: "Copy reference" }).click();
  await expect(received.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await expect(received.getByRole("link", { name: "Send by WhatsApp" })).toHaveAttribute(
    "href",
    new RegExp(`wa\\.me.*${reference}`),
  );
});

/** Leaves a checkout that does not load for Paystack's own page, pays there and comes back. @returns the reference */
async function payOnPaystacksPage(page: Page): Promise<string> {
  await expect(page.locator('iframe[title^="Paystack"]')).toHaveCount(2);
  await page.clock.runFor(15_000);
  const overlay = dialog(page, NOT_PAID);
  await expect(overlay).toContainText("Unable to load paystack inline script");
  await expect(overlay.getByRole("link", { name: "WhatsApp" })).toBeVisible();
  await overlay.getByRole("button", { name: "Open the payment page instead" }).click();
  await page.waitForURL("https://checkout.paystack.com/access-*");
  const reference = new URL(page.url()).pathname.replace("/access-", "");
  const charge = { reference, amount: 16_500_000, email: "ada@example.com", metadata: null };
  await setPaystackCharge(PAYSTACK_API.origin, reference, chargeFrom(charge));
  await page.getByRole("link", { name: "Back to the merchant" }).click();
  return reference;
}

const earlier = (page: Page) => page.getByRole("region", { name: "An earlier payment" });

test("a registration whose checkout does not load is paid on Paystack's own page", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await hangPaystack(context);
  await servePaystackPage(context, new URL("/Signup", SITE.origin).href);
  const lastName = unique("Danladi");
  await register(page, lastName);
  const reference = await payOnPaystacksPage(page);
  await expect(earlier(page)).toContainText("Your payment has been received");
  await expect(earlier(page)).toContainText(reference);
  await expect(page.getByLabel("Last Name"), "is not there to be paid for again").toHaveValue("");
  await expect.poll(() => storedMails(lastName).length).toBe(4);
});

test("a page loaded again after the checkout's code failed has what was typed, and can pay", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await servePaystack(context);
  const lost = /\/_astro\/paystack\..*\.js/;
  await context.route(lost, (route) => route.fulfill({ status: 404 }));
  await register(page);
  await expect(dialog(page, NOT_PAID)).toContainText("Everything you typed is saved");
  await context.unroute(lost);
  await dialog(page, NOT_PAID).getByRole("button", { name: "Load the page again" }).click();
  await expect(page.getByLabel("First Name")).toHaveValue("Ada");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  expect((await paystackParams(page)).reference).toMatch(/^REG-/);
});
