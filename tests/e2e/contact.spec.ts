import type { Page } from "@playwright/test";
import { academy } from "./academy.ts";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { loggedErrors, standInForMail } from "./mail-stand-in.ts";
import { knowCountry } from "./open-home.ts";
import { storedEntries } from "./stored-in-browser.ts";

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

test("a message reaches the academy once, with all that was typed, and is thanked for", async ({ page }) => {
  const question = unique("When does the next cohort start? ");
  await openContact(page);
  await fillIn(page, { Message: question });
  await send(page).dblclick();
  await expect(thanks(page)).toContainText("your message has been received");
  const [mail, ...others] = storedMails(question);
  expect(others, "after a double click").toEqual([]);
  expect(mail).toMatchObject({
    from_address: academy.senderEmail,
    to_address: academy.email,
    subject: "Contact Form",
  });
  for (const text of Object.values({ ...typed, Message: question })) expect(mail?.message).toContain(text);
  await thanks(page).getByRole("button", { name: "Close" }).click();
  await expect(thanks(page)).toBeHidden();
  for (const label of labels) await expect(field(page, label)).toHaveValue("");

  await test.step("a program that fills in the contact form's honeypot is thanked, and nothing is sent", async () => {
    const spam = unique("Buy now ");
    await fillIn(page, { Message: spam });
    await form(page)
      .locator("input[hidden]")
      .evaluate((trap: HTMLInputElement) => {
        trap.value = "Ada";
      });
    await send(page).click();
    await expect(thanks(page)).toBeVisible();
    expect(storedMails(spam)).toEqual([]);
  });
});

test("a form that lacks something says so beside each field and sends nothing", async ({ page }) => {
  const sent = await standInForMail(page, { status: 202 });
  await openContact(page);
  await send(page).click();
  await expect(alert(page)).toHaveText("Please fill all fields");
  for (const label of labels) {
    await expect(field(page, label)).toHaveAccessibleDescription(/Enter|Write|Tell/);
    await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(field(page, "First Name")).toBeFocused();
  await fillIn(page, { "Email Address": "ada@example" });
  await expect(field(page, "Email Address")).toHaveAccessibleDescription(/name@example\.com/);
  await send(page).click();
  await expect(field(page, "Email Address")).toBeFocused();
  await expect(alert(page)).toBeEmpty();
  await field(page, "Email Address").fill(typed["Email Address"]);
  await expect(field(page, "Email Address")).toHaveValue(typed["Email Address"]);
  await expect(field(page, "Email Address")).not.toHaveAttribute("aria-invalid");
  expect(sent).toEqual([]);
});

test("a message that is refused or unanswered says why and succeeds at a second try", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|The contact mail was not accepted/);
  const errors = loggedErrors(page);
  await knowCountry(page);
  await page.clock.install();
  const closed = "This form is closed for today.";
  const sent = await standInForMail(
    page,
    { status: 401, message: closed },
    { status: 500, message: "stack trace" },
    "silent",
    { status: 202 },
  );
  await openContact(page);
  await fillIn(page);
  for (const words of [closed, "Sorry... something went wrong on our side, please try again"]) {
    await send(page).click();
    await expect(alert(page)).toHaveText(words);
    await expectTyped(page);
    expect(await storedEntries(page, "unsent-form")).toBeNull();
  }
  expect(errors).toEqual(["The contact mail was not accepted (500)."]);
  const chat = form(page).getByRole("link", { name: "WhatsApp" });
  await expect(chat).toHaveAttribute(
    "href",
    new RegExp(`^https://wa\\.me/${academy.whatsapp.number}\\?text=Hello.*contact.*form`),
  );

  await send(page).click();
  await expect(form(page).getByRole("status")).toContainText("Sending your message");
  // A form that is done at once waits a little before it sends: the silence begins with the request.
  await expect.poll(() => sent).toHaveLength(3);
  await page.clock.runFor(15_000);
  await expect(form(page).getByText("Not sent yet: you're offline")).toBeVisible();
  await expectTyped(page);
  await form(page).getByRole("button", { name: "Try again" }).click();
  await expect(thanks(page)).toBeVisible();
  expect(sent).toHaveLength(4);
});

test("what was typed into the contact form before hydration is not lost", async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/ContactForm.*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/Contact");
  await fillIn(page);
  await field(page, "Email Address").press("Enter");
  await expect(page).toHaveURL("/Contact");
  held.resolve();
  await expect(send(page)).toBeEnabled();
  await expectTyped(page);
});
