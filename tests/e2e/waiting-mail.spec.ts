import type { Page } from "@playwright/test";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { standInForMail } from "./mail-stand-in.ts";
import { knowCountry, openHome } from "./open-home.ts";

test.use({ expectedErrors: [/Failed to load resource|mail was not accepted \(no answer\)/] });

const typed = {
  "First Name": "Ada",
  "Last Name": "Obi",
  "Email Address": "ada@example.com",
  "Phone Number": "+234 803 000 0000",
};

const contact = (page: Page) => page.getByRole("form", { name: "Message to the academy" });
const newsletter = (page: Page) => page.getByRole("form", { name: "Newsletter" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const NOT_SENT = "Not sent yet: the network does not answer";

async function write(page: Page, message: string): Promise<void> {
  await knowCountry(page);
  await page.goto("/Contact");
  await expect(button(page, "Send Message")).toBeEnabled();
  for (const [label, value] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel("Message", { exact: true }).fill(message);
}

async function sendWithoutNetwork(page: Page, message: string): Promise<void> {
  await write(page, message);
  await page.context().setOffline(true);
  await button(page, "Send Message").click();
  await expect(contact(page)).toContainText(NOT_SENT);
}

async function expectTyped(page: Page, message: string): Promise<void> {
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(message);
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem("waiting-mails"));

test("a message sent without a network stays as it was typed, and goes out once when the network is back", async ({
  page,
  context,
}) => {
  const message = unique("When does it start? ");
  await sendWithoutNetwork(page, message);
  await expect(contact(page)).toContainText("kept in this browser, for 30 days at most");
  await expectTyped(page, message);
  expect(storedMails(message)).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByRole("dialog", { name: "Message received" })).toBeVisible();
  expect(storedMails(message)).toHaveLength(1);
  expect(await kept(page)).toBeNull();
});

test("a message that waits is sent on the next visit, from any page and by one tab of several, which says so", async ({
  page,
  context,
}) => {
  const message = unique("When does it start? ");
  await sendWithoutNetwork(page, message);
  await page.close();
  await context.setOffline(false);

  const asked: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/prod/mailing")) asked.push(request.url());
  });
  const tabs = [await context.newPage(), await context.newPage()];
  await Promise.all(tabs.map((tab) => tab.goto("/About")));
  const [first, second] = tabs as [Page, Page];
  const news = "The message that you wrote without a network has now been sent.";
  await expect
    .poll(async () => (await first.getByText(news).count()) + (await second.getByText(news).count()))
    .toBe(1);
  expect(await kept(first)).toBeNull();
  expect(asked).toHaveLength(1);
  expect(storedMails(message)).toHaveLength(1);
});

test("a message that waits is shown again with all that was typed, and may be taken back and changed", async ({
  page,
}) => {
  const sent = await standInForMail(page, "unreachable", "unreachable", "unreachable", { status: 202 });
  const message = unique("When does it start? ");
  await write(page, message);
  await button(page, "Send Message").click();
  await expect(contact(page)).toContainText(NOT_SENT);
  await page.reload();
  await expect(contact(page)).toContainText(NOT_SENT);
  await expectTyped(page, message);
  await expect(page.getByLabel("Message", { exact: true })).not.toBeEditable();

  await button(page, "Try now").click();
  await expect(contact(page)).toContainText(NOT_SENT);
  await button(page, "Do not send it").click();
  await expect(contact(page)).not.toContainText(NOT_SENT);
  await expect(button(page, "Send Message")).toBeFocused();
  expect(await kept(page)).toBeNull();
  await expectTyped(page, message);

  await page.getByLabel("Message", { exact: true }).fill(`${message}, and what does it cost?`);
  await button(page, "Send Message").click();
  await expect(page.getByRole("dialog", { name: "Message received" })).toBeVisible();
  expect(sent.at(-1)?.body.message).toContain("and what does it cost?");
});

test("a message that was taken back is not sent when the network is back", async ({ page, context }) => {
  const message = unique("When does it start? ");
  await sendWithoutNetwork(page, message);
  await button(page, "Do not send it").click();
  await context.setOffline(false);
  await page.reload();
  await expect(button(page, "Send Message")).toBeEnabled();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
  expect(storedMails(message)).toEqual([]);
});

test("a message that is refused in the end is handed back with the reason", async ({ page }) => {
  await standInForMail(page, "unreachable", { status: 403, message: "This form is closed for today." });
  const message = unique("When does it start? ");
  await write(page, message);
  await button(page, "Send Message").click();
  await expect(contact(page)).toContainText(NOT_SENT);
  await page.goto("/About");
  await page.getByRole("status").getByRole("link", { name: "See what to do" }).click();
  await expect(contact(page).getByRole("alert")).toHaveText("This form is closed for today.");
  await expectTyped(page, message);
});

test.describe("where the browser keeps nothing", () => {
  test("the visitor is asked to leave the page open, and the message goes out from there", async ({
    page,
    context,
  }) => {
    const message = unique("When does it start? ");
    await page.addInitScript(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (key === "waiting-mails") throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, key, value);
      };
    });
    await sendWithoutNetwork(page, message);
    await expect(contact(page)).toContainText("please leave this page open until then");
    await context.setOffline(false);
    await expect(page.getByRole("dialog", { name: "Message received" })).toBeVisible();
    expect(storedMails(message)).toHaveLength(1);
  });
});

test("a newsletter address handed in without a network is kept, and signed up when the network is back", async ({
  page,
  context,
}) => {
  const address = `${unique("ada-")}@example.com`;
  await openHome(page);
  await newsletter(page).scrollIntoViewIfNeeded();
  await expect(button(page, "Sign up")).toBeEnabled();
  await newsletter(page).getByLabel("Email Address").fill(address);
  await context.setOffline(true);
  await button(page, "Sign up").click();
  await expect(newsletter(page).getByRole("status")).toContainText(NOT_SENT);
  await expect(newsletter(page).getByLabel("Email Address")).toHaveValue(address);

  await context.setOffline(false);
  await expect(newsletter(page).getByRole("status")).toHaveText(
    "Thank you for signing up for our newsletters.",
  );
  expect(storedMails(address)).toHaveLength(1);
});
