import { renderMail } from "~/domain/mail/render-mail.ts";
import { mailExamples } from "~/sandbox/mail-examples.ts";
import { mailTemplates } from "../fixtures/mail-templates.ts";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import { academy } from "./academy.ts";
import { changeDatabase } from "./control-site.ts";
import { comeFrom, expect, test, unique } from "./fixtures.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

test("a payment in dollars can be closed, resumed, declined and paid in the sandbox", async ({
  page,
  context,
}) => {
  await comeFrom(context, "GH");
  const lastName = unique("Obi");
  const phone = `+23324${String(Math.random()).slice(2, 9)}`;
  const learner = {
    ...newLearner(),
    country: "Ghana",
    state: null,
    phone,
    whatsapp: "+233241234568",
    lastName,
  };
  const register = page.getByRole("button", { name: "Register", exact: true });
  const checkout = page.getByRole("dialog", { name: "Pay $109.00", exact: true });
  const notReceived = page.getByRole("dialog", { name: "Your payment has not been received yet" });
  await page.goto("/Signup");
  await fillIn(page, learner);
  await register.click();
  await expect(checkout).toContainText("PayPal stand-in");
  const reference = await checkout.getByText("Reference ").textContent();
  await page.keyboard.press("Escape");
  await notReceived.getByRole("button", { name: "Close" }).click();
  await register.click();
  await expect(checkout).toContainText(reference ?? "no reference");
  await checkout.getByRole("button", { name: "Decline" }).click();
  await expect(notReceived).toContainText("Your bank or card didn't allow this payment.");
  await notReceived.getByRole("button", { name: "Try again" }).click();
  await checkout.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();

  await page.goto("/sandbox");
  for (const { email } of academy.staffRecipients) {
    const mail = page.getByRole("listitem").filter({ hasText: `Registration: paid to ${email}` });
    await expect(mail.getByRole("row", { name: `Last Name ${lastName}` })).toBeVisible();
    await expect(mail.filter({ hasText: lastName })).toContainText("mails stay here");
  }
});

test("the country set at /sandbox is what the lookup answers and what prices go by", async ({ page }) => {
  await page.goto("/sandbox");
  const country = page.getByLabel("Visitor's country");
  await country.selectOption("Kenya");
  await page.getByRole("button", { name: "Set the country" }).click();
  await expect(page).toHaveURL("/sandbox");
  await expect(country.locator("option:checked")).toHaveText("Kenya");
  const answer = await page.request.get("/json");
  expect(await answer.json()).toMatchObject({ country_name: "Kenya", country_code: "KE" });
  await page.goto("/Pricing");
  await expect(page.getByText("$625", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("N194K", { exact: true }).first()).toBeHidden();
});

test("a learner's mail is shown at /sandbox as its reader sees it, with its text", async ({ page }) => {
  const example = mailExamples.find(({ name }) => name === "due");
  if (example?.name !== "due") throw new Error("There is no example of this mail.");
  const firstName = unique("Adaeze");
  const to = `${firstName}@example.com`;
  const { subject, html, text } = renderMail(mailTemplates, "due", { ...example.values, firstName });
  await changeDatabase(SANDBOX, [
    `INSERT INTO mails (created_at, from_address, to_address, subject, message, plain_text, idempotency_key, status,
       next_attempt_at, give_up_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'kept', '', '')`,
    ...[new Date().toISOString(), academy.senderEmail, to, subject, html, text, `learner:${to}`],
  ]);

  await page.goto("/sandbox");
  const mail = page.getByRole("listitem").filter({ hasText: `${subject} to ${to}` });
  const frame = mail.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "N70,000 is due today" })).toBeVisible();
  await expect(frame.getByText(`Hello ${firstName}, your payment for`)).toBeVisible();
  await expect(frame.getByRole("link", { name: "Pay N70,000" })).toHaveCSS("text-decoration-line", "none");
  await mail.getByText("As text").click();
  await expect(mail.locator("pre")).toContainText(`Hello ${firstName}, your payment for`);
});
