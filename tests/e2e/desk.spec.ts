import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { CONTACT_FIELDS, CONTACT_LABELS } from "~/domain/contact/contact-message.ts";
import { findingsOfPage } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { tabTo } from "./keyboard.ts";
import { paidInSandbox } from "./new-enrolment.ts";
import { SANDBOX } from "./servers.ts";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };

test.use({ baseURL: SANDBOX.origin, viewport: PHONE });

// A form with errors is a 422, and a missing page a 404: a browser logs both as errors.
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/status of (422|404)/);
});

/** Goes to a link or button with Tab, and presses it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const named = page.getByRole("link", { name }).or(page.getByRole("button", { name }));
  await tabTo(page, named.first());
  await page.keyboard.press("Enter");
}

/** Goes to a field with Tab, and types in the place of what it holds. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

async function signIn(page: Page, role: "staff" | "owner"): Promise<void> {
  await page.goto("/desk");
  await press(page, `As ${role}`);
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
}

/** Presses what opens another tab. */
async function pressForTab(page: Page, context: BrowserContext, name: string): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent("page"), press(page, name)]);
  await tab.waitForLoadState();
  return tab;
}

/** Goes to where the session has ended, signs in there, and comes back. */
async function signInElsewhere(page: Page, context: BrowserContext, through: string): Promise<void> {
  const tab = await pressForTab(page, context, through);
  await press(tab, "As staff");
  await expect(tab.getByText("staff@sandbox.example, staff")).toBeAttached();
  await tab.close();
}

/** Sends a message as the contact form does. */
async function sendMessage(request: APIRequestContext, firstname: string): Promise<void> {
  const words = { lastname: "Okoro", phone: "0803 555 0101", message: "Is there a class at night?" };
  const message = { ...words, firstname, email: "uche@example.com" };
  const rows = CONTACT_FIELDS.map(
    (name) => `<tr><th>${CONTACT_LABELS[name]}</th><td>${message[name]}</td></tr>`,
  );
  const config = { fromEmailAddress: "site", toEmailAddress: "academy" };
  const body = { subject: "Contact Form", message: `<table>${rows.join("")}</table>` };
  const headers = { origin: SANDBOX.origin };
  expect((await request.post("/prod/mailing", { data: { config, body }, headers })).status()).toBe(202);
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a message is answered, marked as done and put back, by keyboard alone", async ({ page, request }) => {
    await sendMessage(request, "Uche");
    await signIn(page, "staff");
    await press(page, /^Inbox: \d+ to answer$/);
    const row = page.getByRole("listitem").filter({ hasText: "Uche Okoro" });
    await expect(row).toContainText("Is there a class at night?");
    await expect(row.getByRole("link", { name: "Answer" })).toHaveAttribute(
      "href",
      /^mailto:uche@example\.com\?/,
    );
    await press(page, /^Mark as done: Uche Okoro/);
    await press(page, /^Put back: Uche Okoro/);
    await expect(page.getByRole("button", { name: /^Mark as done: Uche Okoro/ })).toBeVisible();
  });

  test("a learner is searched for from Today, and a transfer recorded, by keyboard alone", async ({
    page: first,
    context,
  }) => {
    const { email } = await paidInSandbox(context.request);
    let page = first;
    await signIn(page, "staff");
    await type(page, "Find someone", email);
    await page.keyboard.press("Enter");
    await press(page, "Record a transfer or cash");
    await type(page, "Amount in NGN", "nothing");
    // An action's form stays open, and is answered in another tab.
    page = await pressForTab(page, context, "Record a transfer or cash");
    await expect(page.getByText("Write an amount above nothing")).toBeVisible();
    await type(page, "Amount in NGN", "70,000");
    await type(page, "Number at the bank", "GTB 4411");
    page = await pressForTab(page, context, "Record a transfer or cash");
    await expect(page.getByText("It goes to: Tuition, payment 2 of 6.")).toBeVisible();
    await press(page, "Yes, do it");
    await expect(page.getByRole("status")).toContainText("Done: Recorded N70,000 by bank transfer");
  });

  test("a form without script is still filled in after its session has ended", async ({ page, context }) => {
    const { id } = await paidInSandbox(context.request);
    await signIn(page, "staff");
    await page.goto(`/desk/enrolments/${id}/note`);
    await type(page, "Note", "Typed before the session ended");
    await context.clearCookies();
    await signInElsewhere(page, context, "Add a note");
    const tab = await pressForTab(page, context, "Add a note");
    await expect(tab.getByRole("status")).toContainText("Done: Wrote a note.");
    await expect(tab.getByText("Typed before the session ended")).toBeVisible();
  });
});

test("a form whose session has ended keeps what was typed and is sent at the next press", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const { id } = await paidInSandbox(context.request);
  await signIn(page, "staff");
  await page.goto(`/desk/enrolments/${id}/note`);
  await type(page, "Note", "Calls back on Friday");
  await context.setOffline(true);
  await press(page, "Add a note");
  await expect(page.getByRole("alert")).toContainText("Nothing was sent, and what you typed is still here.");
  await context.setOffline(false);
  await context.clearCookies();
  await press(page, "Add a note");
  await expect(page.getByRole("alert")).toContainText("Your session has ended");
  expect(await findingsOfPage(page)).toEqual([]);
  await signInElsewhere(page, context, "Sign in in another tab");
  await press(page, "Add a note");
  await expect(page.getByRole("status")).toContainText("Done: Wrote a note.");
  await expect(page.getByText("Calls back on Friday")).toBeVisible();
  expect(await page.evaluate(() => ({ ...sessionStorage, ...localStorage }))).not.toHaveProperty("desk");
});

test("every part of the desk fits a phone, and axe finds nothing in it", async ({ page, context }) => {
  const { id } = await paidInSandbox(context.request);
  const enrolment = `/desk/enrolments/${id}`;
  const look = async (what: string) => {
    expect.soft(await findingsOfPage(page), what).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, what).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  };
  await signIn(page, "owner");
  for (const path of [
    "/desk",
    "/desk/enrolments",
    "/desk/cohorts",
    "/desk/inbox",
    "/desk/trail",
    "/desk/reconcile",
    "/desk/nowhere",
    enrolment,
    `${enrolment}/record-payment`,
  ]) {
    await page.goto(path);
    await look(path);
  }
  await page.goto(`${enrolment}/erase`);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("alert")).toContainText("Not done yet");
  await look("a problem");
  await page.goto(`${enrolment}/withdraw`);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("button", { name: "Yes, do it" })).toBeVisible();
  await look("a question");
  await page.getByRole("button", { name: "Yes, do it" }).click();
  await expect(page.getByRole("status")).toContainText("Done: Withdrawn");
  await page.setViewportSize(DESKTOP);
  await look("what was done, on a desktop");
});
