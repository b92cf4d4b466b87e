import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";

// Before a second try the page asks the edge about the first one, which never reached it.
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test("a registration sent without a network is paid by Try again when the network is back", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
  const lastName = unique("Obi");
  await page.goto("/Signup");
  // Numbers that are the same wherever the visitor is.
  await fillIn(page, { ...ADA, phone: "+2348031234567", whatsapp: "+2348037654321", lastName });
  await expect(page.locator("astro-island[client=touch][ssr]")).toHaveCount(0);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  const notPaid = page.getByRole("dialog", { name: "Your payment has not been received yet" });
  await expect(notPaid).toContainText("the payment page didn't open. Check your connection");
  await expect(notPaid).toContainText("Everything you typed is saved.");
  await notPaid.getByRole("button", { name: "Try again" }).click();
  await expect(notPaid).toContainText("You haven't been charged");

  await context.setOffline(false);
  await notPaid.getByRole("button", { name: "Try again" }).click();
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  await expect.poll(() => storedMails(lastName).length).toBe(4);
});
