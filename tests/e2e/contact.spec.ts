import type { Page } from "@playwright/test";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { loggedErrors, type MailAnswer, standInForMail } from "./mail-stand-in.ts";
import { knowCountry } from "./open-home.ts";
import { keptIn } from "./stored-in-browser.ts";

const SORRY = "Sorry... something went wrong on our side, please try again";
const THANKS =
  "We appreciate you reaching out to us; your message has been received. Our representative will be in touch with you soon.";

const typed = {
  "First Name": "Ada",
  "Last Name": "Obi",
  "Email Address": "ada@example.com",
  "Phone Number": "+234 803 000 0000",
  Message: "When does the next cohort start?",
};
type Label = keyof typeof typed;
const labels = Object.keys(typed) as Label[];

const form = (page: Page) => page.getByRole("form", { name: "Message to the academy" });
const field = (page: Page, label: Label) => form(page).getByLabel(label, { exact: true });
const send = (page: Page) => form(page).getByRole("button", { name: "Send Message" });
const alert = (page: Page) => form(page).getByRole("alert");
const thanks = (page: Page) => page.getByRole("dialog", { name: "Message received" });

async function openContact(page: Page): Promise<void> {
  await page.goto("/Contact");
  await expect(send(page)).toBeEnabled();
}

async function fillIn(page: Page, change: Partial<Record<Label, string>> = {}): Promise<void> {
  for (const label of labels) await field(page, label).fill(change[label] ?? typed[label]);
}

async function expectTyped(page: Page): Promise<void> {
  for (const label of labels) await expect(field(page, label)).toHaveValue(typed[label]);
}

test("a message reaches the academy once and as text, with all that was typed, and the thank-you follows", async ({
  page,
}) => {
  const question = unique("When does the next cohort start? ");
  await openContact(page);
  await expect(page.getByRole("heading", { level: 1, name: "Need help? Get in touch" })).toBeVisible();
  await expect(page.getByText("Contact us for more enquiries.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "OR Chat with our representative" })).toBeVisible();
  const chat = page.getByRole("link", { name: /WhatsApp/ });
  await expect(chat).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+/);
  await expect(chat).toHaveAttribute("target", "_blank");
  for (const attribute of ["type", "inputmode"]) {
    await expect(field(page, "Phone Number"), "may begin with + or 0").toHaveAttribute(attribute, "tel");
  }

  await fillIn(page, { "First Name": "<script>alert(1)</script>", Message: question });
  await send(page).dblclick();
  await expect(thanks(page)).toContainText(THANKS);
  const [mail, ...others] = storedMails(question);
  expect(others, "after a double click").toEqual([]);
  expect(mail).toMatchObject({
    from_address: "no-reply@academy.example",
    to_address: "hello@academy.example",
    subject: "Contact Form",
  });
  const name = "&lt;script&gt;alert(1)&lt;/script&gt;";
  for (const text of Object.values({ ...typed, "First Name": name, Message: question }))
    expect(mail?.message).toContain(text);
  expect(mail?.message).not.toContain("<script>");

  await thanks(page).getByRole("button", { name: "Close" }).click();
  await expect(thanks(page)).toBeHidden();
  for (const label of labels) await expect(field(page, label)).toHaveValue("");

  const spam = unique("Buy now ");
  await fillIn(page, { Message: spam });
  await form(page)
    .locator("input[hidden]")
    .evaluate((trap: HTMLInputElement) => {
      trap.value = "Ada";
    });
  await send(page).click();
  await expect(thanks(page), "for a program too").toContainText(THANKS);
  expect(storedMails(spam)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(thanks(page)).toBeHidden();
  await expect(send(page)).toBeFocused();
});

test("a program that fills in the contact form's honeypot is thanked, and nothing is sent", async ({
  page,
}) => {
  const question = unique("Buy now ");
  await openContact(page);
  await fillIn(page, { Message: question });
  await form(page)
    .locator("input[hidden]")
    .evaluate((trap: HTMLInputElement) => {
      trap.value = "Ada";
    });
  await send(page).click();
  await expect(thanks(page)).toContainText(THANKS);
  expect(storedMails(question)).toEqual([]);
});

test("an empty form asks to fill all fields, names each, and sends nothing", { tag: "@engines" }, async ({
  page,
}) => {
  const sent = await standInForMail(page, { status: 202 });
  await openContact(page);
  await send(page).click();
  await expect(alert(page)).toHaveText("Please fill all fields");
  for (const label of labels) {
    await expect(field(page, label)).toHaveAccessibleDescription(/Enter|Write|Tell/);
    await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(field(page, "First Name")).toBeFocused();
  expect(sent).toEqual([]);
});

test("a form without one field, or with an incomplete address, leads there and sends nothing", async ({
  page,
}) => {
  const sent = await standInForMail(page, { status: 202 });
  await openContact(page);
  await fillIn(page, { "Email Address": "ada@example" });
  await expect(field(page, "Email Address")).toHaveAccessibleDescription(/name@example\.com/);
  await send(page).click();
  await expect(field(page, "Email Address")).toBeFocused();
  await expect(alert(page)).toBeEmpty();
  await field(page, "Email Address").fill(typed["Email Address"]);
  await expect(field(page, "Email Address")).not.toHaveAttribute("aria-invalid");
  for (const label of labels) {
    await field(page, label).fill("  ");
    await send(page).click();
    await expect(alert(page)).toHaveText("Please fill all fields");
    await expect(field(page, label)).toBeFocused();
    await field(page, label).fill(typed[label]);
  }
  expect(sent).toEqual([]);
});

test.describe("a message that is not accepted", () => {
  test.use({ expectedErrors: [/Failed to load resource|The contact mail was not accepted/] });

  test("a message that is refused shows the server's words, or an apology where it has none or fails, and what was typed stays", async ({
    page,
  }) => {
    const errors = loggedErrors(page);
    const answers: readonly (readonly [MailAnswer, string])[] = [
      [{ status: 401, message: "This form is closed for today." }, "This form is closed for today."],
      [{ status: 500, message: "stack trace" }, SORRY],
      [{ status: 403 }, SORRY],
    ];
    await standInForMail(page, ...answers.map(([answer]) => answer));
    await openContact(page);
    await fillIn(page);
    for (const [answer, words] of answers) {
      const answered = page.waitForResponse("**/prod/mailing");
      await send(page).click();
      expect((await answered).status()).toBe(typeof answer === "string" ? null : answer.status);
      await expect(alert(page)).toHaveText(words);
      await expectTyped(page);
      expect(await keptIn(page, "pending-mails")).toBeNull();
    }
    expect(errors).toEqual(["The contact mail was not accepted (500)."]);
  });

  test("a message without an answer for 15 seconds counts as without a network, and a second try may succeed", async ({
    page,
  }) => {
    await knowCountry(page);
    await page.clock.install();
    const sent = await standInForMail(page, "silent", { status: 202 });
    await openContact(page);
    await fillIn(page);
    await send(page).click();
    await expect(form(page).getByRole("status")).toContainText("Sending your message");
    // A form that is done at once waits a little before it sends: the silence begins with the request.
    await expect.poll(() => sent).toHaveLength(1);
    await page.clock.runFor(15_000);
    await expect(form(page).getByText("Not sent yet: you're offline")).toBeVisible();
    await expectTyped(page);
    await form(page).getByRole("button", { name: "Try now" }).click();
    await expect(thanks(page)).toBeVisible();
    expect(sent).toHaveLength(2);
  });
});

test("what was typed into the contact form before hydration is not lost", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/ContactForm.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  const sent = await standInForMail(page, { status: 202 });
  await page.goto("/Contact");
  await fillIn(page);
  await field(page, "Email Address").press("Enter");
  await expect(page).toHaveURL("/Contact");
  release();
  await expect(send(page)).toBeEnabled();
  await expectTyped(page);
  await send(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript, Contact says how to reach the academy otherwise", async ({ page }) => {
    await page.goto("/Contact");
    expect(await page.locator("main noscript").textContent()).toContain("This needs JavaScript");
    await expect(page.getByRole("button", { name: "Send Message" })).toBeHidden();
    await expect(page.getByRole("link", { name: /WhatsApp/ }).first()).toBeVisible();
  });
});
