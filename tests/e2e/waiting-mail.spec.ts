import type { Page } from "@playwright/test";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { standInForMail } from "./mail-stand-in.ts";
import { knowCountry, openHome } from "./open-home.ts";
import { keptIn } from "./stored-in-browser.ts";

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
const NOT_SENT = "Not sent yet: you're offline";

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

const kept = (page: Page) => keptIn(page, "pending-mails");

test("a message sent without a network stays as it was typed, and is sent once when the network is back", async ({
  page,
  context,
}) => {
  const message = unique("When does it start? ");
  await sendWithoutNetwork(page, message);
  await expect(contact(page)).toContainText("saved on this device for up to 30 days");
  await expectTyped(page, message);
  expect(storedMails(message)).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByRole("dialog", { name: "Message received" })).toBeVisible();
  expect(storedMails(message)).toHaveLength(1);
  expect(await kept(page)).toBeNull();
});

test("a pending message is sent on the next visit, from any page and by one tab of several, which says so", async ({
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
  const news = "Your earlier message has now been sent.";
  await expect
    .poll(async () => (await first.getByText(news).count()) + (await second.getByText(news).count()))
    .toBe(1);
  await expect.poll(() => kept(first)).toBeNull();
  expect(asked).toHaveLength(1);
  expect(storedMails(message)).toHaveLength(1);
});

test("a pending message is shown again with all that was typed, and may be taken back and changed", async ({
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
  await button(page, "Don't send it").click();
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
  await button(page, "Don't send it").click();
  await context.setOffline(false);
  await page.reload();
  await expect(button(page, "Send Message")).toBeEnabled();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
  expect(storedMails(message)).toEqual([]);
});

test("a pending message that is refused fills the form again, with the reason", async ({ page }) => {
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

const thanks = (page: Page) => page.getByRole("dialog", { name: "Message received" });

test("pending messages of two tabs are both sent, and each tab shows its own result", async ({
  page,
  context,
}) => {
  const first = unique("When does it start? ");
  const second = unique("What does it cost? ");
  const other = await context.newPage();
  await write(page, first);
  await write(other, second);
  await context.setOffline(true);
  for (const tab of [page, other]) {
    await button(tab, "Send Message").click();
    await expect(contact(tab)).toContainText(NOT_SENT);
  }
  await expectTyped(page, first);

  await context.setOffline(false);
  // Playwright takes one tab after another online, and the first one's event reaches both.
  await other.evaluate(() => dispatchEvent(new Event("online")));
  await expect(thanks(page)).toBeVisible();
  await expect(thanks(other)).toBeVisible();
  expect(storedMails(first)).toHaveLength(1);
  expect(storedMails(second)).toHaveLength(1);
  // What one tab writes, the other may read a while later.
  await expect.poll(() => kept(page)).toBeNull();
});

test("a message is not thanked for when another of the same form is sent", async ({ page, context }) => {
  const first = unique("When does it start? ");
  const second = unique("What does it cost? ");
  const other = await context.newPage();
  await write(page, first);
  await write(other, second);
  const asked = await standInForMail(page, "unreachable", { status: 202 });
  await standInForMail(other, "unreachable");
  await button(page, "Send Message").click();
  await expect(contact(page)).toContainText(NOT_SENT);
  await button(other, "Send Message").click();
  await expect(contact(other)).toContainText(NOT_SENT);

  await button(page, "Try now").click();
  await expect(thanks(page)).toBeVisible();
  expect(asked.at(-1)?.body.message).toContain(first);
  await expect(contact(other)).toContainText(NOT_SENT);
  await expectTyped(other, second);
  expect(JSON.stringify(await kept(other))).toContain(second);
});

test("a message written before an earlier one was shown again does not take its place", async ({
  page,
  context,
}) => {
  const earlier = unique("When does it start? ");
  const later = unique("What does it cost? ");
  await sendWithoutNetwork(page, earlier);
  await page.close();
  const next = await context.newPage();
  await next.route("**/prod/mailing", (route) => route.abort("connectionrefused"));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await next.route(/ContactForm.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await context.setOffline(false);
  await next.goto("/Contact");
  for (const [label, value] of Object.entries({ ...typed, Message: later }))
    await next.getByLabel(label, { exact: true }).fill(value);
  release();
  await button(next, "Send Message").click();
  await expect(contact(next)).toContainText(NOT_SENT);
  expect(JSON.stringify(await kept(next))).toContain(earlier);

  await next.unroute("**/prod/mailing");
  await next.goto("/About");
  await expect(next.getByText("Your earlier message has now been sent.")).toHaveCount(2);
  expect(storedMails(earlier)).toHaveLength(1);
  expect(storedMails(later)).toHaveLength(1);
});

test("a pending message without an idempotency key is sent", async ({ page }) => {
  const message = unique("When does it start? ");
  await knowCountry(page);
  await page.goto("/About");
  await page.evaluate((message) => {
    const mail = {
      config: { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "hello@academy.example" },
      body: { subject: "Contact Form", message },
    };
    const pending = { id: "1", form: "contact", typed: {}, mail, savedAt: new Date().toISOString() };
    localStorage.setItem("pending-mails/1", JSON.stringify(pending));
  }, message);
  await page.reload();
  await expect(page.getByText("has now been sent")).toBeVisible();
  expect(storedMails(message)).toHaveLength(1);
  expect(await kept(page)).toBeNull();
});

test.describe("a message whose page is left while it is on its way", () => {
  /** Sends a message to an endpoint that answers only when the test lets it; records each request's key. */
  async function sendIntoSilence(page: Page, message: string) {
    const endpoint = { isSilent: true, keys: [] as (string | undefined)[] };
    await write(page, message);
    await page.route("**/prod/mailing", async (route) => {
      endpoint.keys.push(route.request().headers()["idempotency-key"]);
      if (!endpoint.isSilent) await route.fallback();
    });
    await button(page, "Send Message").click();
    await expect(contact(page).getByRole("status")).toContainText("Sending your message");
    await expect.poll(() => endpoint.keys).toHaveLength(1);
    return endpoint;
  }

  test("a message whose page is left while it is sent fills the form again, and is sent under the same key", async ({
    page,
  }) => {
    const message = unique("When does it start? ");
    const endpoint = await sendIntoSilence(page, message);
    await page.reload();
    await expect(contact(page)).toContainText(NOT_SENT);
    await expectTyped(page, message);
    await expect.poll(() => endpoint.keys).toHaveLength(2);

    endpoint.isSilent = false;
    await page.reload();
    await expect(thanks(page).or(page.getByText("has now been sent"))).toBeVisible();
    const [key] = endpoint.keys;
    expect(key).toMatch(/^contact:/);
    expect(endpoint.keys).toEqual([key, key, key]);
    expect(storedMails(message)).toHaveLength(1);
    expect(await kept(page)).toBeNull();
  });

  test("a message whose page is left while it is sent is sent once by the next page, which says so", async ({
    page,
  }) => {
    const message = unique("When does it start? ");
    const endpoint = await sendIntoSilence(page, message);
    endpoint.isSilent = false;
    await page.goto("/About");
    await expect(page.getByText("has now been sent")).toBeVisible();
    expect(endpoint.keys).toHaveLength(2);
    expect(storedMails(message)).toHaveLength(1);
    expect(await kept(page)).toBeNull();
  });

  test("a message that one tab is sending is not sent by another", async ({ page, context }) => {
    const message = unique("When does it start? ");
    const asked: string[] = [];
    context.on("request", (request) => {
      if (request.url().endsWith("/prod/mailing")) asked.push(request.url());
    });
    let answer = () => {};
    await write(page, message);
    await page.route("**/prod/mailing", async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.fallback();
    });
    await button(page, "Send Message").click();
    await expect.poll(() => asked.length).toBe(1);
    const other = await context.newPage();
    const waitingTabs = () => other.evaluate(async () => (await navigator.locks.query()).pending?.length);
    await other.goto("/About");
    await expect.poll(waitingTabs).toBe(1);
    answer();
    await expect(thanks(page)).toBeVisible();
    await expect.poll(waitingTabs).toBe(0);
    expect(asked).toHaveLength(1);
    expect(storedMails(message)).toHaveLength(1);
  });
});

test.describe("where the browser keeps nothing", () => {
  test("where storage is blocked, the visitor is asked to leave the page open, and the message is sent from there", async ({
    page,
    context,
  }) => {
    const message = unique("When does it start? ");
    await page.addInitScript(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (key.startsWith("pending-mails")) throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, key, value);
      };
    });
    await sendWithoutNetwork(page, message);
    await expect(contact(page)).toContainText("Keep this page open");
    await context.setOffline(false);
    await expect(page.getByRole("dialog", { name: "Message received" })).toBeVisible();
    expect(storedMails(message)).toHaveLength(1);
  });
});

test("a newsletter address sent without a network is kept, and signed up when the network is back", async ({
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
