import type { Page } from "@playwright/test";
import { renderMail } from "~/domain/mail/render-mail.ts";
import { mailExamples } from "~/sandbox/mail-examples.ts";
import { mailTemplates } from "../fixtures/mail-templates.ts";
import { fillIn, newLearner, type Typed } from "../fixtures/registration-form.ts";
import { academy } from "./academy.ts";
import { changeDatabase } from "./control-site.ts";
import { comeFrom, expect, storedMails, test, unique } from "./fixtures.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

const inGhana = (): Typed => ({
  ...newLearner(),
  country: "Ghana",
  state: null,
  phone: `+23324${String(Math.random()).slice(2, 9)}`,
  whatsapp: "+233241234568",
});

const markets = [
  {
    money: "naira",
    country: "NG",
    amount: "N165,000",
    provider: "Paystack stand-in",
    refusal: "Declined by the sandbox's bank.",
    learner: newLearner,
  },
  {
    money: "dollars",
    country: "GH",
    amount: "$109.00",
    provider: "PayPal stand-in",
    refusal: "Your bank or card didn't allow this payment.",
    learner: inGhana,
  },
] as const;

/** A payment's status as the edge reports it. */
async function status(page: Page, reference: string): Promise<string> {
  return (await (await page.request.get(`/prod/payments/${reference}`)).json()).status;
}

for (const { money, country, amount, provider, refusal, learner } of markets) {
  test(`the sandbox's checkout for ${money} can be closed, declined and paid`, async ({ page, context }) => {
    await comeFrom(context, country);
    const lastName = unique("Obi");
    const register = page.getByRole("button", { name: "Register", exact: true });
    const dialog = page.getByRole("dialog", { name: `Pay ${amount}`, exact: true });
    const choose = (name: "Pay" | "Decline" | "Close") =>
      dialog.getByRole("button", { name, exact: true }).click();
    const referenceInDialog = async () =>
      (await dialog.getByText("Reference ").textContent())?.replace("Reference ", "") ?? "";
    const notReceived = page.getByRole("dialog", { name: "Your payment has not been received yet" });
    await page.goto("/Signup");
    await fillIn(page, { ...learner(), lastName });
    await register.click();
    await expect(dialog.getByText("Sandbox: no money moves", { exact: true })).toBeVisible();
    await expect(dialog).toContainText(provider);
    await expect(dialog).toContainText("DevOps Foundational");
    const first = await referenceInDialog();
    expect(first).toMatch(/^REG-\d{8}-[A-Z2-9]{10}$/);
    for (const close of [() => choose("Close"), () => page.keyboard.press("Escape")]) {
      await close();
      await notReceived.getByRole("button", { name: "Close" }).click();
      await expect(page.getByLabel("Last Name")).toHaveValue(lastName);
      await register.click();
      await expect(dialog, "what was closed is resumed").toContainText(`Reference ${first}`);
    }
    await choose("Decline");
    await expect(notReceived).toContainText(refusal);
    expect(await status(page, first)).toBe("unpaid");
    expect(storedMails(lastName, SANDBOX)).toEqual([]);

    await notReceived.getByRole("button", { name: "Try again" }).click();
    await expect(dialog).toBeVisible();
    const reference = await referenceInDialog();
    await choose("Pay");
    await expect(page.getByRole("dialog", { name: "Your payment has been received" })).toBeVisible();
    expect(await status(page, reference)).toBe("paid");
    await expect.poll(() => storedMails(lastName, SANDBOX).length).toBe(academy.staffRecipients.length);
    await page.goto("/sandbox");
    const mails = page
      .getByRole("listitem")
      .filter({ hasText: lastName })
      .filter({ hasText: "Registration: paid" });
    await expect(mails).toHaveCount(4);
    for (const { email } of academy.staffRecipients) {
      const mail = mails.filter({ hasText: `Registration: paid to ${email}` });
      await expect(
        mail.getByRole("heading", { name: "New registration: DevOps Foundational" }),
      ).toBeVisible();
      await expect(mail.getByRole("row", { name: `Last Name ${lastName}` })).toBeVisible();
      await expect(mail.getByRole("row", { name: `Amount ${amount}` })).toBeVisible();
      await expect(mail).toContainText(`${provider.replace(" stand-in", "")} says: Paid`);
      await expect(mail).toContainText("there are no SMTP settings, so mails stay here");
    }
  });
}

test("the country set at /sandbox is what the lookup answers and what prices go by", async ({ page }) => {
  const setCountry = async (name: string) => {
    await page.goto("/sandbox");
    await page.getByLabel("Visitor's country").selectOption(name);
    await page.getByRole("button", { name: "Set the country" }).click();
    await expect(page).toHaveURL("/sandbox");
    await expect(page.getByLabel("Visitor's country").locator("option:checked")).toHaveText(name);
  };
  for (const { name, code, callingCode, price, other } of [
    { name: "Kenya", code: "KE", callingCode: "+254", price: "$625", other: "N194K" },
    { name: "Nigeria", code: "NG", callingCode: "+234", price: "N194K", other: "$625" },
  ]) {
    await setCountry(name);
    const answer = await page.request.get("/json");
    expect(await answer.json()).toEqual({
      country_name: name,
      country_code: code,
      country_calling_code: callingCode,
    });
    await page.goto("/Pricing");
    await expect(page.getByText("Sandbox: no money moves.")).toBeVisible();
    await expect(page.getByText(price, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(other, { exact: true }).first()).toBeHidden();
  }
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
