import type { Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { servePayPal } from "../mocks/paypal-sdk.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";

// Before a second try the page asks the edge about the first one, which never reached it.
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

/** The same wherever the visitor is. */
const NUMBERS = { phone: "+2348031234567", whatsapp: "+2348037654321" };

const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });
const notPaid = (page: Page) => page.getByRole("dialog", { name: "Your payment has not been received yet" });
const received = (page: Page) => page.getByRole("dialog", { name: "Your payment has been received" });

/** Fills in the form, loses the network, and presses Register. */
async function registerWithoutNetwork(page: Page, lastName: string): Promise<void> {
  await page.goto("/Signup");
  await fillIn(page, { ...ADA, ...NUMBERS, lastName });
  await expect(page.locator("astro-island[client=touch][ssr]")).toHaveCount(0);
  await page.context().setOffline(true);
  await register(page).click();
  await expect(notPaid(page)).toContainText(
    "You haven't been charged: the payment page didn't open. Check your connection",
  );
  await expect(notPaid(page)).toContainText("Everything you typed is saved.");
}

test("in naira, a registration sent without a network keeps what was typed, and Register pays it when the network is back", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
  const lastName = unique("Obi");
  await registerWithoutNetwork(page, lastName);
  await notPaid(page).getByRole("button", { name: "Try again" }).click();
  await expect(notPaid(page)).toContainText("You haven't been charged");
  await notPaid(page).getByRole("button", { name: "Close", exact: true }).click();
  for (const [label, value] of Object.entries({
    "First Name": ADA.firstName,
    "Last Name": lastName,
    "Email Address": ADA.email,
  })) {
    await expect(page.getByLabel(label)).toHaveValue(value);
  }
  await expect(page.getByLabel("State")).toHaveValue(/\w/);
  await expect(page.getByRole("checkbox", { name: /^I agree that the academy/ })).toBeChecked();
  await context.setOffline(false);
  await register(page).click();
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(received(page)).toBeVisible();
  await expect.poll(() => storedMails(lastName).length).toBe(4);
});

test("in dollars, a registration sent without a network is paid by Try again when the network is back", async ({
  page,
  context,
}) => {
  await comeFrom(context, "US");
  await servePayPal(context);
  const lastName = unique("Obi");
  await registerWithoutNetwork(page, lastName);
  await context.setOffline(false);
  await notPaid(page).getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Pay with PayPal", exact: true }).click();
  await expect(received(page)).toBeVisible();
  await expect.poll(() => storedMails(lastName).length).toBe(4);
});
