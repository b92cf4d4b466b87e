import type { Page } from "@playwright/test";
import { ADA, fillIn } from "../fixtures/registration-form.ts";
import { paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { storedPayment } from "./stored-payment.ts";

const FIRST_RULE = "The registration fee is never refunded.";

const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });
const guardian = (page: Page) => page.getByRole("group", { name: "Parent or guardian" });
const news = (page: Page) => page.getByRole("checkbox", { name: /^Email me news/ });

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
});

/** @returns the reference under which it was paid */
async function pay(page: Page): Promise<string> {
  await register(page).click();
  const { reference } = await paystackParams(page);
  await paystackFrame(page).getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
  return reference;
}

test("a learner under 18 registers with a guardian's name, contact and consent, which staff and the record get", async ({
  page,
}) => {
  const lastName = unique("Bello");
  await page.goto("/Signup");
  await fillIn(page, { ...ADA, lastName });
  await expect(guardian(page)).toBeHidden();
  await page.getByLabel("Age").selectOption("Under 18");
  await expect(register(page)).toBeDisabled();
  await expect(page.locator("#register-needs")).toContainText("Still needed: Guardian's name and 2 more.");

  await guardian(page).getByLabel("Guardian's name").fill("Ngozi Bello");
  await guardian(page).getByLabel("Guardian's phone or e-mail").fill("0803");
  await guardian(page).getByRole("checkbox").check();
  await register(page).click();
  const contact = guardian(page).getByLabel("Guardian's phone or e-mail");
  await expect(page.getByRole("alert", { name: "There is a problem" })).toBeFocused();
  await expect(contact).toHaveAccessibleDescription(/Enter a phone number like/);
  await contact.fill("0803 000 0000");
  const reference = await pay(page);

  await expect.poll(() => storedMails(lastName).length).toBe(4);
  const [mail] = storedMails(lastName);
  expect(mail?.message).toContain("<th>Guardian&#39;s name</th><td>Ngozi Bello</td>");
  expect(mail?.message).toContain("<th>Guardian&#39;s phone or e-mail</th><td>0803 000 0000</td>");
  expect(mail?.message).toContain("<th>Guardian&#39;s consent</th><td>Yes</td>");
  expect(mail?.message).toContain("<th>News and offers by email</th><td>No</td>");
  expect(storedPayment(reference)?.details).toContain("Ngozi Bello");
});

test("news and offers have a box of their own, which is not ticked at first, and staff read the answer on its own line", async ({
  page,
}) => {
  const lastName = unique("Dada");
  await page.goto("/Signup");
  await expect(news(page)).not.toBeChecked();
  await fillIn(page, { ...ADA, lastName });
  await news(page).check();
  await pay(page);
  await expect
    .poll(() => storedMails(lastName)[0]?.message)
    .toContain("<th>News and offers by email</th><td>Yes</td>");
});

test("the refund rules are in three lines beside each button that pays, and lead to the full ones", async ({
  page,
}) => {
  await page.goto("/Signup");
  const rules = page.getByRole("complementary", { name: "Refunds" });
  await expect(rules.getByRole("listitem")).toHaveCount(3);
  await expect(rules).toContainText(FIRST_RULE);
  await expect(rules.getByRole("link")).toHaveAttribute("href", "/Terms%26Condition#refund-policy");

  await page.goto("/Terms%26Condition#refund-policy");
  await expect(page.locator("#refund-policy")).toBeInViewport();

  await page.goto("/Pricing");
  await payButton(page, "Enroll Now", "DevOps Full", "Full Tuition").click();
  const dialog = page.getByRole("dialog", { name: "Pay N485,000" });
  await expect(dialog.getByRole("button", { name: "Pay Now" })).toBeVisible();
  await expect(dialog.getByRole("complementary", { name: "Refunds" })).toContainText(FIRST_RULE);
});
