import type { Page } from "@playwright/test";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { standInForMail } from "./mail-stand-in.ts";
import { knowCountry } from "./open-home.ts";
import { storedEntries } from "./stored-in-browser.ts";

test.use({ expectedErrors: [/Failed to load resource|mail was not accepted \(no answer\)/] });

const typed = {
  "First Name": "Ada",
  "Last Name": "Obi",
  "Email Address": "ada@example.com",
  "Phone Number": "+234 803 000 0000",
};

const contact = (page: Page) => page.getByRole("form", { name: "Message to the academy" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const NOT_SENT = "Not sent yet: you're offline";

async function write(page: Page, message: string): Promise<void> {
  await knowCountry(page);
  await page.goto("/Contact");
  await expect(button(page, "Send Message")).toBeEnabled();
  for (const [label, value] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel("Message", { exact: true }).fill(message);
}

async function expectTyped(page: Page, message: string): Promise<void> {
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(message);
}

test("a message sent without a network is kept and sent once, though two tabs have it", async ({
  page,
  context,
}) => {
  const message = unique("When does it start? ");
  await write(page, message);
  await context.setOffline(true);
  await button(page, "Send Message").click();
  await expect(contact(page)).toContainText("saved on this device for up to 30 days");
  await button(page, "Try again").click();
  await expect(contact(page)).toContainText(NOT_SENT);
  await expectTyped(page, message);
  await expect(page.getByLabel("Message", { exact: true })).not.toBeEditable();

  await button(page, "Don't send it").click();
  await expect(button(page, "Send Message")).toBeFocused();
  expect(await storedEntries(page, "unsent-form")).toBeNull();
  await button(page, "Send Message").click();
  await expect(contact(page)).toContainText(NOT_SENT);

  await context.route("**/prod/mailing", (route) => route.abort());
  await context.setOffline(false);
  const other = await context.newPage();
  await other.goto("/Contact");
  for (const tab of [page, other]) {
    await expect(contact(tab)).toContainText(NOT_SENT);
    await expectTyped(tab, message);
  }
  await context.unroute("**/prod/mailing");
  for (const tab of [page, other]) await button(tab, "Try again").click();
  await expect(page.getByRole("dialog", { name: "Message received" })).toBeVisible();
  expect(await storedEntries(page, "unsent-form")).toBeNull();
  expect(storedMails(message)).toHaveLength(1);
});

test("a message that could not be sent fills the form after a reload, and goes out by itself", async ({
  page,
}) => {
  await standInForMail(page, "unreachable", { status: 202 });
  const message = unique("When does it start? ");
  await write(page, message);
  await button(page, "Send Message").click();
  await expect(contact(page)).toContainText(NOT_SENT);
  await page.reload();
  await expect(page.getByRole("dialog", { name: "Message received" })).toBeVisible();
  expect(await storedEntries(page, "unsent-form")).toBeNull();
});
